"""Holds the running server against its OpenAPI document.

Starts the server with the demo on a loopback port and a database of its own, signs three people in, and has Schemathesis
call every operation of `/api/openapi.json`: as nobody, as an athlete and as programme delivery. Each answer must have a
documented status, content type, headers and body, and none may be a 5xx.

The seed and the number of examples are fixed, so that every run asks for the same.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import requests

CHECKS = ",".join(
    [
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_headers_conformance",
        "response_schema_conformance",
    ]
)
PHASES = "examples,coverage,fuzzing"
EXAMPLES = 25
SEED = 6006
# The Monday before the date of the examples.
CLOCK = "2026-11-23T09:00:00Z"
PASSWORD = "six-tests-one-score"

# Calls that may end the caller's own session: one of them would turn every later call of its run into a 401. They are
# left out of the signed-in runs and called in runs of their own: bad input as somebody whom no other run needs, and the
# document's examples, which work, each as somebody who signs up for it.
END_THE_SESSION = {"signOut", "deleteAccount", "changePassword", "endSessions"}

HEADLINE = "schemathesis:"


class Server:
    """The binary, serving the demo from a directory that is gone afterwards."""

    def __init__(self, binary: str, directory: Path):
        self.log = (directory / "server.log").open("w+")
        self.process = subprocess.Popen(
            [
                binary,
                "serve",
                "--listen=127.0.0.1:0",
                f"--data-dir={directory / 'data'}",
                "--demo",
                "--rate-limit=off",
                f"--test-clock={CLOCK}",
                "--log=warn",
            ],
            env={name: value for name, value in os.environ.items() if not name.startswith("SIXFOLD_")},
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        self.url = self._address()

    def _address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"listening on (127\.0\.0\.1:\d+)", line)
            if found:
                return f"http://{found[1]}"
        raise SystemExit(f"the server did not start:\n{self.told()}")

    def told(self) -> str:
        self.log.flush()
        return Path(self.log.name).read_text()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def sign_in(url: str, email: str) -> str:
    answer = requests.post(
        f"{url}/api/user/login", json={"emailAddress": email, "password": PASSWORD}, timeout=30
    )
    answer.raise_for_status()
    return answer.json()["data"]["token"]


def sign_up(url: str, email: str) -> str:
    answers = {"ageRange": True, "consent": True, "healthConsent": True, "PARQ": [False] * 7}
    body = {
        "emailAddress": email,
        "password": PASSWORD,
        "dateOfBirth": "2000-05-17",
        "eligibility": answers,
    }
    answer = requests.post(f"{url}/api/user/signup", json=body, timeout=30)
    answer.raise_for_status()
    return answer.json()["data"]["token"]


def operations(url: str) -> dict[str, bool]:
    """Every operation of the document that ends, and whether it gives an example of a body."""
    document = requests.get(f"{url}/api/openapi.json", timeout=30).json()
    return {
        operation["operationId"]: any(
            "example" in media for media in operation.get("requestBody", {}).get("content", {}).values()
        )
        for methods in document["paths"].values()
        for operation in methods.values()
        if not is_stream(operation)
    }


def is_stream(operation: dict) -> bool:
    """Whether its answer has no end, so that nobody can wait for it."""
    return any("text/event-stream" in answer.get("content", {}) for answer in operation["responses"].values())


class Tally:
    """What the reports of the runs come to."""

    def __init__(self) -> None:
        self.called: set[str] = set()
        self.requests = 0
        self.failures = 0
        self.statuses: Counter[int] = Counter()

    def read(self, report: Path) -> None:
        """Counts a HAR file: one entry for each request that was sent."""
        entries = json.loads(report.read_text())["log"]["entries"]
        self.requests += len(entries)
        self.statuses.update(entry["response"]["status"] for entry in entries)


def run(
    name: str,
    url: str,
    directory: Path,
    tally: Tally,
    token: str | None,
    chosen: list[str],
    phases: str = PHASES,
) -> None:
    """One run of Schemathesis over the chosen operations."""
    report = directory / f"{name}.har"
    arguments = [
        str(Path(sys.executable).parent / "schemathesis"),
        "run",
        f"{url}/api/openapi.json",
        f"--checks={CHECKS}",
        f"--phases={phases}",
        f"--max-examples={EXAMPLES}",
        f"--seed={SEED}",
        "--suppress-health-check=all",
        "--continue-on-failure",
        "--no-shrink",
        "--warnings=off",
        "--max-redirects=0",
        "--request-timeout=20",
        # More would not be repeatable, and Hypothesis is not made for them.
        "--workers=1",
        "--report=har",
        f"--report-har-path={report}",
        *(f"--include-operation-id={operation}" for operation in chosen),
    ]
    if token is not None:
        arguments.append(f"--header=Authorization: Bearer {token}")
    began = time.monotonic()
    ended = subprocess.run(
        arguments,
        cwd=directory,
        env={**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(Path(__file__).parent)},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    before = tally.requests
    if report.exists():
        tally.read(report)
    sent = tally.requests - before
    tally.called.update(chosen)
    print(f"    {name}: {len(chosen)} operations, {sent} requests, {time.monotonic() - began:.0f} s", flush=True)
    if ended.returncode != 0 or sent == 0:
        tally.failures += len(re.findall(r"^- ", ended.stdout, re.MULTILINE)) or 1
        print(ended.stdout, ended.stderr, sep="\n", flush=True)


def main() -> int:
    binary = os.environ.get("SIXFOLD_BINARY") or "target/debug/sixfold"
    with tempfile.TemporaryDirectory(prefix="sixfold-contract-") as scratch:
        directory = Path(scratch)
        server = Server(binary, directory)
        tally = Tally()
        try:
            known = operations(server.url)
            lasting = sorted(set(known) - END_THE_SESSION)
            ending = sorted(set(known) & END_THE_SESSION)
            athlete = sign_in(server.url, "athlete@sixfold.example")
            delivery = sign_in(server.url, "delivery@sixfold.example")
            leaver = sign_in(server.url, "retest@sixfold.example")
            # Most calls refuse anonymous callers; calls that answer everybody are fuzzed as the athlete.
            run("anonymous", server.url, directory, tally, None, sorted(known), "examples,coverage")
            run("athlete", server.url, directory, tally, athlete, lasting)
            run("programme delivery", server.url, directory, tally, delivery, lasting)
            run("calls that end a session", server.url, directory, tally, leaver, ending, "coverage,fuzzing")
            for operation in filter(known.get, ending):
                somebody = sign_up(server.url, f"{operation.lower()}@athletes.example")
                run(f"{operation}, for good", server.url, directory, tally, somebody, [operation], "examples")
            for token in (athlete, delivery):
                headers = {"Authorization": f"Bearer {token}"}
                own = requests.get(f"{server.url}/api/user/authorization", headers=headers, timeout=30)
                if own.status_code != 200:
                    tally.failures += 1
                    print("a session ended during its run: what came after was called by nobody")
            if missed := set(known) - tally.called:
                tally.failures += 1
                print(f"not called: {', '.join(sorted(missed))}")
            if server.process.poll() is not None:
                tally.failures += 1
                print(f"the server ended by itself:\n{server.told()}")
        finally:
            server.stop()
        statuses = ", ".join(f"{count} × {status}" for status, count in sorted(tally.statuses.items()))
        print(f"    answers: {statuses}")
        print(
            f"{HEADLINE} {len(known)} operations, {tally.requests} requests, {tally.failures} failures",
            flush=True,
        )
        if tally.failures:
            print(server.told())
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
