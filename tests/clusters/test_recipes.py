"""The recipes of the README, in processes of their own.

test.sh dask
test.sh ray
"""

import contextlib
import os
import pathlib
import re
import tempfile
import unittest

import onesheet

READING = "struct Reading{at: u64, sensor: str, celsius: option(f64)}"
README = pathlib.Path(__file__).with_name("README.md").read_text(encoding="utf-8")
RECORDS = [{"at": i, "sensor": f"s{i % 5}", "celsius": None if i % 3 == 0 else i % 50} for i in range(20_000)]
WARM = [record for record in RECORDS if (record["celsius"] or 0) > 20]


def recipe(heading):
    return re.search(rf"## {heading}\n.*?```python\n(.*?)```", README, re.DOTALL)[1]


class Recipes(unittest.TestCase):
    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.enterContext(contextlib.chdir(folder))
        os.mkdir("logs")
        for i in range(5):
            onesheet.write(f"logs/{i}.onesheet", RECORDS[i * 4000 : (i + 1) * 4000], READING, block_bytes=5000)

    def test_dask(self):
        from dask.distributed import Client, LocalCluster

        settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "local_directory": "dask"}
        with LocalCluster(**settings) as cluster, Client(cluster):
            names = {}
            exec(recipe("Dask"), names)
            self.assertEqual(len(names["frame"]), len(RECORDS))
            found = names["warm"].sort_index()
        values = {}
        for record in WARM:
            values.setdefault(record["sensor"], []).append(record["celsius"])
        expected = {sensor: (len(given), max(given)) for sensor, given in values.items()}
        self.assertEqual({sensor: tuple(row) for sensor, row in zip(found.index, found.to_numpy())}, expected)

    def test_ray(self):
        import ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _temp_dir=os.path.abspath("ray"))
        self.addCleanup(ray.shutdown)
        names = {}
        exec(recipe("Ray"), names)
        self.assertEqual(names["dataset"].count(), len(RECORDS))
        self.assertEqual(sorted(names["warm"]["at"]), [record["at"] for record in WARM])


if __name__ == "__main__":
    unittest.main()
