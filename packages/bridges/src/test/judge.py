"""Reads the output of programs as the protocols say, and compares it with what a bridge has made of it."""
import json
import os
import sys
from decimal import Decimal

SIGNS = [b'"RECORD"', b'"STATE"', b'"TRACE"', b'"SCHEMA"']


class Broken(Exception):
    """The output does not have all rows, or nobody can know."""


def parse(text):
    return json.loads(text, parse_float=Decimal, parse_int=Decimal, parse_constant=lambda _: None)


def read(output, ending, protocol):
    rows, versions, status, has_schema = [], set(), None, False
    for line in output.split(b"\n"):
        line = line.lstrip(b" \t\r")
        if not line.startswith(b"{"):
            if any(sign in line for sign in SIGNS):
                raise Broken("text before a message")
            continue
        try:
            message = parse(line.decode())
        except ValueError as error:
            raise Broken(str(error)) from error
        kind = message.get("type")
        if not isinstance(kind, str) and any(sign in line for sign in SIGNS):
            raise Broken("no type")
        if kind == "RECORD":
            record = message.get("record") if protocol == "airbyte" else message
            if not isinstance(record, dict) or "stream" not in record:
                raise Broken("record without parts")
            data = record.get("data") if protocol == "airbyte" else record.get("record")
            if not isinstance(data, dict):
                raise Broken("record without data")
            if record["stream"] != "s":
                continue
            if protocol == "airbyte" and record.get("namespace") not in (None, ""):
                raise Broken("record of another namespace")
            if protocol == "singer" and not has_schema:
                raise Broken("record before its schema")
            if list(data) == ["__streamError"]:
                raise Broken("reserved name")
            rows.append(data)
            if message.get("version") is not None:
                versions.add(message["version"])
        elif kind == "SCHEMA" and protocol == "singer":
            has_schema = has_schema or message.get("stream") == "s"
        elif kind == "ACTIVATE_VERSION" and protocol == "singer" and message.get("stream") == "s":
            if versions - {message.get("version")}:
                raise Broken("rows that were replaced")
        elif kind == "TRACE" and protocol == "airbyte" and isinstance(message.get("trace"), dict):
            trace = message["trace"]
            if trace.get("type") == "ERROR" and isinstance(trace.get("error"), dict):
                raise Broken("error of the program")
            about = trace.get("stream_status")
            if trace.get("type") == "STREAM_STATUS" and isinstance(about, dict):
                if isinstance(about.get("stream_descriptor"), dict) and about["stream_descriptor"].get("name") == "s":
                    status = about["status"] if isinstance(about.get("status"), str) else status
    if ending != "0":
        raise Broken("ended by " + ending)
    if status not in (None, "COMPLETE"):
        raise Broken("not complete")
    return rows


def judge(folder):
    def content(name):
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()

    protocol = content("protocol").decode()
    result = json.loads(content("result"))
    got = [parse(line) for line in content("rows").decode().split("\n") if line]
    try:
        expected = read(content("output"), content("ending").decode().strip(), protocol)
    except Broken as error:
        return "whole" if result["whole"] else None, str(error)
    if not result["whole"]:
        return "refused", result["error"]
    return (None, "") if got == expected else ("rows", "%d rows, expected %d" % (len(got), len(expected)))


def main():
    root = sys.argv[1]
    faults, wholes = [], 0
    for name in sorted(os.listdir(root)):
        fault, reason = judge(os.path.join(root, name))
        if fault:
            faults.append({"case": name, "fault": fault, "reason": reason})
        elif not reason:
            wholes += 1
    print(json.dumps({"faults": faults[:20], "count": len(faults), "wholes": wholes}))


main()
