"""Files on a cluster of Spark: a master and two workers on this machine.

test.sh spark
"""

import contextlib
import datetime
import json
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
from pyspark.sql.types import (  # noqa: E402
    ArrayType,
    IntegerType,
    LongType,
    StringType,
    StructField,
    StructType,
    YearMonthIntervalType,
)

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


    def file(self, name, columns, **kwargs):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        onesheet.write(path, pa.table(columns), **kwargs)
        return str(path)

    def read(self, schema=None, **options):
        """The rows, in order, of a schema or of what the files have."""
        files = onesheet.spark.Files({"path": str(self.folder), **options})
        reader = files.reader(schema or files.schema())
        batches = [batch for partition in reader.partitions() for batch in reader.read(partition)]
        return [row for batch in batches for row in batch.to_pylist()]

    def test_names_are_the_same_in_whatever_case(self):
        self.file("a.onesheet", {"Alpha": [1, 2], "s": [{"X": 1, "l": [{"Y": 2}]}, {"X": 3, "l": []}]})
        long = LongType()
        self.assertEqual(self.read(StructType([StructField("alpha", long)])), [{"alpha": 1}, {"alpha": 2}])
        inner = StructType([StructField("x", long), StructField("L", ArrayType(StructType([StructField("y", long), StructField("z", long)])))])
        expected = [{"S": {"x": 1, "L": [{"y": 2, "z": None}]}}, {"S": {"x": 3, "L": []}}]
        self.assertEqual(self.read(StructType([StructField("S", inner)])), expected)
        self.assertEqual(self.read(columns="ALPHA"), [{"Alpha": 1}, {"Alpha": 2}])
        # Two of a schema may be one of the file.
        both = StructType([StructField("alpha", long), StructField("ALPHA", long)])
        self.assertEqual([list(row) for row in zip(*self.pairs(both))], [[1, 2], [1, 2]])
        self.file("b.onesheet", {"alpha": [5]})
        self.assertEqual(self.read(columns="alpha"), [{"Alpha": 1}, {"Alpha": 2}, {"Alpha": 5}])

    def pairs(self, schema):
        files = onesheet.spark.Files({"path": str(self.folder)})
        reader = files.reader(schema)
        return [row for partition in reader.partitions() for batch in reader.read(partition) for row in zip(*(column.to_pylist() for column in batch.columns))]

    def test_numbers_are_as_wide_as_the_widest(self):
        self.file("a.onesheet", {"n": pa.array([1], pa.int16()), "f": pa.array([0.5], pa.float32())})
        self.file("b.onesheet", {"n": pa.array([1 << 40], pa.int64()), "f": pa.array([0.1], pa.float64())})
        self.file("c.onesheet", {"n": pa.array([3], pa.int8())})
        schema = onesheet.spark.Files({"path": str(self.folder)}).schema()
        self.assertEqual(schema.simpleString(), "struct<n:bigint,f:double>")
        self.assertEqual(self.read(), [{"n": 1, "f": 0.5}, {"n": 1 << 40, "f": 0.1}, {"n": 3, "f": None}])
        # Of another sign or kind there is no wider one.
        for name, other in [("n", pa.array([0.5])), ("n", pa.array(["x"])), ("f", pa.array([1]))]:
            self.file("d.onesheet", {name: other})
            with self.assertRaisesRegex(ValueError, rf"the column '{name}' is .* in .*.onesheet, \w+ in .*d.onesheet"):
                self.read()

    def test_where_there_may_be_nulls_may_differ(self):
        self.file("a.onesheet", {"l": pa.array([[1]], pa.list_(pa.field("item", pa.int64(), False)))})
        self.file("b.onesheet", {"l": pa.array([[2, None]])})
        self.assertEqual(self.read(), [{"l": [1]}, {"l": [2, None]}])

    def test_options(self):
        self.file("a.onesheet", {"a": [1], "b,c": [2], " d": [3]})
        self.assertEqual(self.read(columns="a"), [{"a": 1}])
        self.assertEqual(self.read(columns='["b,c", " d"]'), [{"b,c": 2, " d": 3}])
        self.assertEqual(self.read(lossy="TRUE", splitbytes="1000", columns=" a "), [{"a": 1}])
        for options, said in [
            ({"lossy": "yes"}, "^lossy must be true or false, not 'yes'$"),
            ({"lossy": "1"}, "^lossy must be true or false, not '1'$"),
            ({"splitBytes": "64m"}, "^splitBytes must be a number of bytes, 1 or more, not '64m'$"),
            ({"splitBytes": "0"}, "^splitBytes must be .*, not '0'$"),
            ({"splitBytes": "-1"}, "^splitBytes must be .*, not '-1'$"),
            ({"strict": "true"}, "^there is no option 'strict' of reading, but columns, lossy, splitBytes$"),
            ({"compression": "3"}, "^there is no option 'compression' of reading"),
            ({"columns": "a,b"}, "^there is no column 'b', but a, b,c,  d$"),
            ({"columns": "a, A"}, "^columns has 'A' twice$"),
            ({"columns": "[a"}, "^columns must be names or a JSON list of names: "),
            ({"columns": "[1]"}, "^columns must be names or a JSON list of names, and 1 is none$"),
        ]:
            with self.subTest(options), self.assertRaisesRegex(ValueError, said):
                self.read(**options)
        schema = StructType([StructField("id", LongType())])
        for options, said in [
            ({"compression": "zstd"}, "^compression must be a level of Zstandard, 1 to 22, not 'zstd'$"),
            ({"compression": "23"}, "^compression must be .*, not '23'$"),
            ({"lossy": "true"}, "^there is no option 'lossy' of writing, but compression$"),
        ]:
            with self.subTest(options), self.assertRaisesRegex(ValueError, said):
                onesheet.spark.Files({"path": str(self.folder), **options}).writer(schema, False)

    def test_paths(self):
        a, b = self.file("a.onesheet", {"x": [1]}), self.file("in/b.onesheet", {"x": [2]})
        (self.folder / "folder.onesheet").mkdir()
        self.assertEqual(self.read(), [{"x": 1}])
        for paths, rows in [([b, a], [2, 1]), ([str(self.folder), a], [1]), ([f"file:{b}", f"file://{a}"], [2, 1]), ([str(self.folder / "*")], [1])]:
            reader = onesheet.spark.Files({"paths": json.dumps(paths)})
            reader = reader.reader(reader.schema())
            found = [self.rows(reader, partition) for partition in reader.partitions()]
            self.assertEqual(sum(found, []), rows)
        (self.folder / "empty").mkdir()
        for path, said in [("empty", "^no file in '.*empty' ends in .onesheet$"), ("none", "^no file is called like '.*none'$"), ("fold*", "^no file is called like '.*fold\\*'$")]:
            with self.assertRaisesRegex(FileNotFoundError, said):
                self.read(path=str(self.folder / path))
        with self.assertRaisesRegex(ValueError, r"^no path: load\(path\), or save\(path\)$"):
            onesheet.spark.Files({}).schema()

    def test_what_spark_has_no_type_for_names_its_file_and_column(self):
        path = self.file("a.onesheet", {"at": pa.array([1001], pa.timestamp("ns"))})
        with self.assertRaisesRegex(ValueError, f"^{path}: column at: Casting .*would lose data"):
            self.read()
        self.file("a.onesheet", {"d": pa.array([Decimal(1)], pa.decimal256(50, 0))})
        with self.assertRaisesRegex(ValueError, f"^{path}: column d: decimals of Spark have 38 digits or fewer, not 50$"):
            self.read()
        self.file("a.onesheet", {"t": pa.array([61], pa.time32("s"))})
        self.assertEqual(self.read(), [{"t": datetime.time(0, 1, 1)}])
        with self.assertRaisesRegex(ValueError, "^column years: .*YearMonthIntervalType"):
            schema = StructType([StructField("id", LongType()), StructField("years", YearMonthIntervalType())])
            onesheet.spark.Files({"path": str(self.folder)}).writer(schema, True)

    def test_what_is_appended_is_of_the_table(self):
        self.file("a.onesheet", {"id": ["text"], "n": pa.array([1], pa.int64())})
        long, text = LongType(), StringType()

        def writer(*fields, overwrite=False):
            schema = StructType([StructField(name, type, null) for name, type, null in fields])
            return onesheet.spark.Files({"path": str(self.folder)}).writer(schema, overwrite)

        for name in ("id", "ID"):
            with self.assertRaisesRegex(ValueError, f"^the column '{name}' is string in .*a.onesheet, bigint in what is to be written$"):
                writer((name, long, False))
            writer((name, long, False), overwrite=True)
        # Columns may come and be missing, and numbers be less wide.
        writer(("new", long, False), ("N", IntegerType(), True), ("id", text, False))


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
        paths = list(map(str, path)) if isinstance(path, list) else str(path)
        return self.spark.read.format("onesheet").options(**options).load(paths)

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

        def slow(batches, folder=str(begun), doomed=str(self.root / "work0")):
            attempt = pathlib.Path(folder) / str(TaskContext.get().taskAttemptId())
            attempt.touch()
            for n, batch in enumerate(batches):
                yield batch
                # A task of the worker that is killed does not end before that.
                if n == 10 and os.getcwd().startswith(doomed):
                    attempt.with_suffix(".doomed").touch()
                    time.sleep(600)

        self.spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 100)
        frame = self.spark.range(10_000, numPartitions=4)
        with self.killed(lambda: any(begun.glob("*.doomed"))):
            frame.mapInArrow(slow, frame.schema).write.format("onesheet").mode("append").save(str(out))
        # That task was run again, and of the first time nothing is left.
        self.assertEqual(len(list(begun.glob("*.doomed"))), 1)
        self.assertEqual(len([path for path in begun.iterdir() if not path.suffix]), 5)
        self.assertEqual(len(list(out.iterdir())), 4)
        found = self.read(out).selectExpr("count(*)", "count(distinct id)", "sum(id)").collect()[0]
        self.assertEqual(tuple(found), (10_000, 10_000, 9_999 * 5_000))

    @contextlib.contextmanager
    def killed(self, ready):
        """Kills a worker and its executor when it is time, and starts another."""

        known = self.spark.sparkContext._jsc.sc().getExecutorMemoryStatus  # of the driver, too
        Cluster.wait(lambda: known().size() == 3, "no two executors")
        failed = []

        def kill():
            try:
                Cluster.wait(ready, "it was never time")
            except Exception as error:
                failed.append(error)
                return
            os.killpg(self.cluster.workers[0].pid, signal.SIGKILL)
            for process in self.executors(0):  # in a group of its own
                os.kill(process, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        yield
        killer.join()
        self.assertEqual(failed, [])
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
        save(frame.where("id < 10"), "overwrite")
        self.assertEqual(self.read(out).count(), 10)
        self.assertTrue(all(path.suffix == ".onesheet" for path in out.iterdir()))
        onesheet.write(self.folder / "a.onesheet", pa.table({"ID": pa.array([7], pa.int32())}))
        self.assertEqual(self.read([out, self.folder]).selectExpr("count(*)", "max(id)").collect(), [(11, 9)])
        frame = self.spark.read.format("onesheet").schema("Id long").load(str(out))
        self.assertEqual(frame.selectExpr("sum(iD)").collect(), [(45,)])

    def test_a_frame_without_rows_is_a_file_without_rows(self):
        out, empty = self.folder / "out", self.spark.range(0).selectExpr("id", "cast(id as timestamp) as at")
        for mode, n in (("append", 1), ("append", 2), ("overwrite", 1)):
            empty.write.format("onesheet").mode(mode).save(str(out))
            self.assertEqual(len(list(out.iterdir())), n)
            self.assertEqual(self.read(out).dtypes, [("id", "bigint"), ("at", "timestamp")])
            self.assertEqual(self.read(out).count(), 0)
        self.spark.range(5).write.format("onesheet").mode("append").save(str(out))
        self.assertEqual(self.read(out).selectExpr("sum(id)", "count(at)").collect(), [(10, 0)])
        empty.write.format("onesheet").mode("overwrite").save(str(out))
        self.assertEqual((self.read(out).count(), len(list(out.iterdir()))), (0, 1))

    def test_an_append_of_another_schema_leaves_the_folder(self):
        out = self.folder / "out"
        self.spark.range(3).selectExpr("cast(id as string) as id").write.format("onesheet").mode("append").save(str(out))
        before = list(out.iterdir())
        with self.assertRaisesRegex(Exception, "the column 'id' is string in .*onesheet, bigint in what is to be written"):
            self.spark.range(3).write.format("onesheet").mode("append").save(str(out))
        with self.assertRaisesRegex(Exception, "column y: .*YearMonthInterval"):
            self.spark.sql("select interval 3 year as y").write.format("onesheet").mode("append").save(str(out))
        with self.assertRaisesRegex(Exception, "no option 'mode' of writing"):
            self.spark.range(3).write.format("onesheet").mode("append").option("mode", "x").save(str(out))
        self.assertEqual(list(out.iterdir()), before)
        self.assertEqual(self.read(out).count(), 3)

    def test_a_table_of_sql(self):
        onesheet.write(self.folder / "a.onesheet", pa.table({"x": [1, 2]}))
        self.spark.sql(f"create temporary view files using onesheet options (path '{self.folder}', columns 'x')")
        self.assertEqual(self.spark.sql("select sum(x) from files").collect(), [(3,)])

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
        with self.assertRaisesRegex(Exception, "no file in .* ends in .onesheet"):
            self.read(out)
        # The next one is not hindered.
        self.spark.range(10).write.format("onesheet").mode("append").save(str(out))
        self.assertEqual(self.read(out).count(), 10)


if __name__ == "__main__":
    unittest.main()
