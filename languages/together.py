#!/usr/bin/env python3
"""Answers conformance requests by several implementations at once, which must agree.

    onesheet conformance -- together.py COMMAND COMMAND...

Each COMMAND is one argument, and a program of the protocol in tests/vectors/README.md. Where they
disagree, this says so on standard error and ends, which the kit reports as a failure of that case.
"""

import json
import shlex
import subprocess
import sys


class Implementation:
    def __init__(self, command):
        self.command = command
        pipe = subprocess.PIPE
        try:
            words = shlex.split(command) or [command]
            self.process = subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")
        except (OSError, ValueError) as error:
            sys.exit(f"cannot run {command!r}: {error}")

    def ask(self, line):
        try:
            self.process.stdin.write(line)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # `answer` says so

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.command}: no answer")
        answer = json.loads(line)
        # Each says in words of its own what is wrong.
        return {"error": "refused"} if "error" in answer else answer


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: together.py COMMAND COMMAND...")
    implementations = [Implementation(command) for command in sys.argv[1:]]
    for line in sys.stdin:
        for implementation in implementations:
            implementation.ask(line)
        answers = [implementation.answer() for implementation in implementations]
        for implementation, answer in zip(implementations, answers):
            if answer != answers[0]:
                asked = line.strip()[:1000]
                first = f"{implementations[0].command}: {json.dumps(answers[0])[:1000]}"
                sys.exit(f"{asked}\n{first}\n{implementation.command}: {json.dumps(answer)[:1000]}")
        print(json.dumps(answers[0]), flush=True)


if __name__ == "__main__":
    main()
