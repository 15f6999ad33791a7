"""Files on a cluster of Spark: a master and two workers on this machine.

test.sh spark
"""

import contextlib
import datetime
import os
import pathlib
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from decimal import Decimal

os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable

import onesheet  # noqa: E402
import onesheet.spark  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyspark  # noqa: E402
from pyspark import TaskContext  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

HOME = pathlib.Path(pyspark.__file__).parent
READING = "struct Reading{at: u64, sensor: str, celsius: option(f32), color: enum Color{0 Red, 1 Green}}"
ROWS, FILES = 2000, 20


def reading(i):
    color = onesheet.Variant(["Red", "Green"][i % 2])
    return {"at": i, "sensor": f"s{i % 7}", "celsius": None if i % 5 == 0 else i / 4, "color": color}


class Cluster:
    """The processes of a standalone cluster."""

    def __init__(self, folder):
        self.folder, self.processes = folder, []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"spark://127.0.0.1:{self.port}"
        self.start("master.Master", "--host", "127.0.0.1", "--port", str(self.port), "--webui-port", "0")
        self.wait(lambda: self.answers(), "the master does not answer")
        self.workers = [self.worker(i) for i in range(2)]

    def start(self, what, *args):
        env = {**os.environ, "SPARK_DAEMON_MEMORY": "256m", "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_DIRS": str(self.folder)}
        command = [HOME / "bin/spark-class", f"org.apache.spark.deploy.{what}", *args]
        with open(self.folder / f"{what}-{len(self.processes)}.log", "wb") as log:
            process = subprocess.Popen(command, env=env, stdout=log, stderr=log, start_new_session=True)
        self.processes.append(process)
        return process

    def worker(self, i):
        args = ["--host", "127.0.0.1", "--cores", "1", "--memory", "1g", "--webui-port", "0"]
        return self.start("worker.Worker", *args, "--work-dir", str(self.folder / f"work{i}"), self.url)

    def answers(self):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    @staticmethod
    def wait(ready, why, seconds=120):
        for _ in range(seconds * 10):
            if ready():
                return
            time.sleep(0.1)
        raise TimeoutError(why)

    def log(self):
        return "".join(path.read_text(errors="replace") for path in self.folder.glob("work*/*/*/stderr"))

    def stop(self):
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


class Plan(unittest.TestCase):
    """What the driver plans, and workers read, without a cluster."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.path = self.folder / "a.onesheet"

    def write(self, start, end, append=False):
        onesheet.write(self.path, pa.table({"x": range(start, end)}), append=append, block_bytes=200)

    def plan(self, **options):
        files = onesheet.spark.Files({"path": str(self.folder), **options})
        reader = files.reader(files.schema())
        return reader, reader.partitions()

    def rows(self, reader, partition):
        partition = pickle.loads(pickle.dumps(partition))
        return [x for batch in reader.read(partition) for x in batch["x"].to_pylist()]

    def test_files_that_grow_while_they_are_read(self):
        self.write(0, 1000)
        reader, partitions = self.plan(splitBytes="300")
        self.assertGreater(len(partitions), 4)
        rows = []
        for i, partition in enumerate(partitions):
            rows += self.rows(reader, partition)
            self.write(1000, 1600, append=True)
            onesheet.write(self.folder / f"new{i}.onesheet", pa.table({"x": [0]}))
        self.assertEqual(rows, list(range(1000)))

    def test_a_file_that_is_replaced_before_it_is_read(self):
        for lossy in ("false", "true"):
            self.write(0, 1000)
            reader, partitions = self.plan(lossy=lossy)
            self.write(0, 2000)
            with self.assertRaisesRegex(onesheet.FileProblem, "a.onesheet: the file was replaced"):
                self.rows(reader, partitions[0])


class Spark(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.root, ignore_errors=True)
        cls.cluster = Cluster(cls.root)
        cls.addClassCleanup(cls.cluster.stop)
        builder = SparkSession.builder.master(cls.cluster.url).appName("onesheet")
        settings = {
            "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1", "spark.driver.memory": "512m",
            "spark.executor.memory": "512m", "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.sql.shuffle.partitions": "2",
            "spark.sql.session.timeZone": "UTC", "spark.log.level": "OFF",
            "spark.scheduler.minRegisteredResourcesRatio": "1.0", "spark.cores.max": "2", "spark.local.dir": str(cls.root),
        }  # fmt: skip
        for name, value in settings.items():
            builder = builder.config(name, value)
        cls.spark = builder.getOrCreate()
        cls.addClassCleanup(cls.spark.stop)
        cls.spark.dataSource.register(onesheet.spark.Files)

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=self.root))

    def files(self, n=FILES):
        for i in range(n):
            records = map(reading, range(i * ROWS, (i + 1) * ROWS))
            onesheet.write(self.folder / f"{i:02}.onesheet", records, READING, block_bytes=2000)

    def load(self, **options):
        return self.read(self.folder, **options)

    def read(self, path, **options):
        return self.spark.read.format("onesheet").options(**options).load(str(path))

    def test_a_folder_of_files(self):
        self.files()
        frame = self.load(splitBytes=10_000)
        self.assertGreater(frame.rdd.getNumPartitions(), FILES)
        self.assertEqual(frame.dtypes, [("at", "decimal(20,0)"), ("sensor", "string"), ("celsius", "float"), ("color", "string")])
        n = ROWS * FILES
        frame.createOrReplaceTempView("readings")
        [row] = self.spark.sql("select count(*), sum(at), count(celsius), count(distinct sensor) from readings").collect()
        self.assertEqual(tuple(row), (n, Decimal(n * (n - 1) // 2), n - n // 5, 7))
        groups = self.spark.sql("select color, count(*) from readings where at >= 1000 group by color order by color").collect()
        self.assertEqual([tuple(row) for row in groups], [("Green", n // 2 - 500), ("Red", n // 2 - 500)])
        # Of the others nothing is decoded, nor given.
        self.assertEqual(self.load(columns="color, at").columns, ["color", "at"])
        frame = self.spark.read.format("onesheet").schema("sensor string").load(str(self.folder))
        self.assertEqual((frame.columns, frame.distinct().count()), (["sensor"], 7))

    def test_every_type(self):
        type = (
            "struct Every{a: u8, b: u16, c: u32, d: u64, e: i8, f: i64, g: f64, h: bool, i: char, j: bytes, k: option(u32), l: seq(u16), "
            "m: map(str, u8), n: struct P{x: u64, c: enum C{0 A, 1 B}}, o: array(u8, 2), p: enum S{0 None, 1 Circle{0: f32}}, q: u128, r: unit}"
        )
        record = {
            "a": 255, "b": 65535, "c": (1 << 32) - 1, "d": (1 << 64) - 1, "e": -1, "f": -5, "g": 0.1, "h": True, "i": "é", "j": b"\0x", "k": None,
            "l": [1, 65535], "m": {"a": 255}, "n": {"x": 1, "c": onesheet.Variant("B")}, "o": [1, 2], "p": onesheet.Variant("Circle", 0.5),
            "q": 1 << 100, "r": None,
        }  # fmt: skip
        onesheet.write(self.folder / "a.onesheet", [record], type)
        [row] = self.load().collect()
        expected = record | {"n": {"x": 1, "c": "B"}, "o": b"\1\2", "p": {"tag": "Circle", "Circle": 0.5}, "q": str(1 << 100), "r": True}
        self.assertEqual(row.asDict(recursive=True), expected)

    def test_dates_and_times(self):
        when = datetime.datetime(2024, 2, 29, 12, 30)
        columns = {
            "day": [when.date()], "day64": pa.array([when.date()], pa.date64()), "at": pa.array([when], pa.timestamp("ms")),
            "utc": pa.array([when], pa.timestamp("us", "UTC")), "took": pa.array([1500], pa.duration("ms")),
            "price": pa.array([Decimal("1.50")], pa.decimal128(20, 2)), "half": pa.array([1.5], pa.float16()),
        }  # fmt: skip
        onesheet.write(self.folder / "a.onesheet", pa.table(columns))
        frame = self.load()
        types = ["date", "date", "timestamp_ntz", "timestamp", "interval day to second", "decimal(20,2)", "float"]
        self.assertEqual(frame.dtypes, list(zip(columns, types)))
        [found] = frame.selectExpr("day", "day64", "at", "cast(utc as string)", "took", "price", "half").collect()
        took = datetime.timedelta(milliseconds=1500)
        self.assertEqual(tuple(found), (when.date(), when.date(), when, "2024-02-29 12:30:00", took, Decimal("1.50"), 1.5))
        frame.write.format("onesheet").mode("append").save(str(self.folder / "again"))
        self.assertEqual(self.read(self.folder / "again").collect(), frame.collect())

    def test_files_of_several_types_are_merged_by_name(self):
        onesheet.write(self.folder / "a.onesheet", [{"x": 1, "y": "a"}], "struct A{x: i64, y: str}")
        onesheet.write(self.folder / "b.onesheet", [{"z": True, "x": 2}], "struct B{z: bool, x: i64}")
        rows = sorted(tuple(row) for row in self.load().collect())
        self.assertEqual(rows, [(1, "a", None), (2, None, True)])
        onesheet.write(self.folder / "c.onesheet", [{"x": "text"}], "struct C{x: str}")
        with self.assertRaisesRegex(Exception, "the column 'x' is bigint in .*a.onesheet, string in .*c.onesheet"):
            self.load()

    def test_a_torn_file(self):
        self.files()
        torn = self.folder / "07.onesheet"
        data = torn.read_bytes()
        torn.write_bytes(data[: len(data) // 2])
        with self.assertRaisesRegex(Exception, "07.onesheet.*truncated"):
            self.load().count()
        problems = []
        whole = len(list(onesheet.iter_file(torn, on_problem=problems.append)))
        self.assertTrue(0 < whole < ROWS and len(problems) == 1)
        for split in (10_000, 1 << 20):
            self.assertEqual(self.load(lossy="true", splitBytes=split).count(), ROWS * (FILES - 1) + whole)
        self.assertRegex(self.cluster.log(), rf"onesheet: {torn}: byte {problems[0].at}: .*truncated")
        # One of which nothing can be read.
        (self.folder / "08.onesheet").write_bytes(b"nothing")
        with self.assertRaisesRegex(Exception, "08.onesheet: no whole schema block"):
            self.load()
        self.assertEqual(self.load(lossy="true").count(), ROWS * (FILES - 2) + whole)

    def test_a_worker_that_is_killed(self):
        self.files()
        done = self.folder / "done"
        done.mkdir()
        frame = self.load(splitBytes=15_000)
        self.assertGreater(frame.rdd.getNumPartitions(), FILES)

        def slow(batches, folder=str(done)):
            for batch in batches:
                time.sleep(0.01)
                yield batch
            (pathlib.Path(folder) / str(TaskContext.get().taskAttemptId())).touch()

        with self.killed(lambda: len(list(done.iterdir())) >= 10):
            found = frame.mapInArrow(slow, frame.schema).selectExpr("count(*)", "sum(at)").collect()
        n = ROWS * FILES
        self.assertEqual(tuple(found[0]), (n, Decimal(n * (n - 1) // 2)))
        self.assertGreater(len(list(done.iterdir())), 10)

    def test_a_worker_that_is_killed_while_it_writes(self):
        out, begun = self.folder / "out", self.folder / "begun"
        begun.mkdir()

        def slow(batches, folder=str(begun)):
            (pathlib.Path(folder) / str(TaskContext.get().taskAttemptId())).touch()
            for batch in batches:
                yield batch
                time.sleep(0.1)

        self.spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 100)
        frame = self.spark.range(10_000, numPartitions=4)
        with self.killed(lambda: len(list(begun.iterdir())) >= 3):
            frame.mapInArrow(slow, frame.schema).write.format("onesheet").mode("append").save(str(out))
        # That task was run again, and of the first time nothing is left.
        self.assertGreater(len(list(begun.iterdir())), 4)
        self.assertEqual(len(list(out.iterdir())), 4)
        found = self.read(out).selectExpr("count(*)", "count(distinct id)", "sum(id)").collect()[0]
        self.assertEqual(tuple(found), (10_000, 10_000, 9_999 * 5_000))

    @contextlib.contextmanager
    def killed(self, ready):
        """Kills a worker and its executor when it is time, and starts another."""

        known = self.spark.sparkContext._jsc.sc().getExecutorMemoryStatus  # of the driver, too
        Cluster.wait(lambda: known().size() == 3, "no two executors")

        def kill():
            Cluster.wait(ready, "it was never time")
            os.killpg(self.cluster.workers[0].pid, signal.SIGKILL)
            for process in self.executors(0):  # in a group of its own
                os.kill(process, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        yield
        killer.join()
        self.assertIsNotNone(self.cluster.workers[0].poll())
        self.cluster.workers[0] = self.cluster.worker(0)

    def executors(self, worker):
        """The processes of a worker's executors."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if "CoarseGrainedExecutorBackend" in (path / "cmdline").read_text():
                    if str(self.root / f"work{worker}") in os.readlink(path / "cwd"):
                        found.append(int(path.name))
        return found

    def test_what_is_written_is_read(self):
        frame = self.spark.range(10_000).selectExpr("id", "cast(id % 3 as string) as text", "if(id % 2 = 0, null, id / 2) as half")
        out = self.folder / "out"

        def save(frame, mode):
            frame.repartition(4).write.format("onesheet").mode(mode).option("compression", 3).save(str(out))

        save(frame, "append")
        self.assertEqual(len(list(out.iterdir())), 4)
        self.assertEqual(sorted(self.read(out).collect()), sorted(frame.collect()))
        save(frame, "append")
        self.assertEqual((self.read(out).count(), len(list(out.iterdir()))), (20_000, 8))
        save(frame.limit(10), "overwrite")
        self.assertEqual(self.read(out).count(), 10)
        self.assertTrue(all(path.suffix == ".onesheet" for path in out.iterdir()))

    def test_a_write_that_fails_leaves_nothing(self):
        out = self.folder / "out"

        def fails(batches):
            for i, batch in enumerate(batches):
                if i == 3:
                    raise RuntimeError("no more")
                yield batch

        self.spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 100)
        frame = self.spark.range(10_000, numPartitions=4)
        frame.write.format("onesheet").mode("append").save(str(out))
        before = sorted(out.iterdir())
        for mode in ("append", "overwrite"):
            with self.assertRaisesRegex(Exception, "no more"):
                frame.mapInArrow(fails, frame.schema).write.format("onesheet").mode(mode).save(str(out))
            self.assertEqual(sorted(out.iterdir()), before)

    def test_a_job_that_is_killed_leaves_nothing_half(self):
        out = self.folder / "out"
        program = f"""
import time, onesheet.spark
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.memory", "512m").config("spark.local.dir", {str(self.root)!r}).getOrCreate()
spark.dataSource.register(onesheet.spark.Files)
def slow(batches):
    for batch in batches:
        yield batch
        time.sleep(0.2)
spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 1000)
frame = spark.range(100_000, numPartitions=2)
frame.mapInArrow(slow, frame.schema).write.format("onesheet").mode("append").save({str(out)!r})
"""
        process = subprocess.Popen([sys.executable, "-c", program], start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        Cluster.wait(lambda: any(out.glob(".*/*")), "nothing was written")
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.assertEqual(list(out.glob("*.onesheet")), [])
        with self.assertRaisesRegex(Exception, "no file is called like"):
            self.read(out)
        # The next one is not hindered.
        self.spark.range(10).write.format("onesheet").mode("append").save(str(out))
        self.assertEqual(self.read(out).count(), 10)


if __name__ == "__main__":
    unittest.main()
