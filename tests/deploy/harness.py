"""What every part shares: checks, programs that end with the trial, calls of the server, and somebody who books."""

import http.client
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
BINARY = os.environ["SIXFOLD_BINARY"]
passed = []


def check(what, holds, detail=""):
    if not holds:
        sys.exit(f"deploy: {what}: {detail}")
    passed.append(what)
    print(f"  {what}")


def run(*line, **more):
    done = subprocess.run([str(part) for part in line], capture_output=True, text=True, **more)
    return done.returncode == 0, done.stdout + done.stderr


def given_to_nobody(folder):
    """Where the trial runs as root, lets `nobody` own and reach a folder of a part; says whether it did."""
    if os.geteuid() != 0:
        return False
    shutil.chown(folder, "nobody")
    for parent in (folder.parent, folder.parent.parent):
        parent.chmod(0o711)
    return True


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Running:
    """A program that is ended by its process id, once it is no longer needed or a check has failed."""

    all = []

    def __init__(self, *line, log=None, **more):
        self.log = open(log, "w+") if log else subprocess.DEVNULL
        self.process = subprocess.Popen([str(part) for part in line], stdout=self.log, stderr=subprocess.STDOUT, **more)
        Running.all.append(self)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self, sign=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(sign)
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


def serve(folder, port, *flags, around=(), binary=BINARY):
    metrics = free_port()
    # An earlier release may know fewer flags.
    flags = [*flags, f"--metrics-listen=127.0.0.1:{metrics}"] if binary == BINARY else flags
    server = Running(
        *around, binary, "serve", f"--listen=127.0.0.1:{port}", f"--data-dir={folder}", "--trusted-proxies=127.0.0.1",
        "--rate-limit=off", *flags, log=folder.with_suffix(".log"),
    )
    server.folder, server.port, server.metrics = folder, port, metrics
    until(lambda: get(port, "/readyz")[0] == 200, "the server is ready", folder.with_suffix(".log"))
    return server


def until(holds, what, log=None, within=30):
    end = time.monotonic() + within
    while time.monotonic() < end:
        try:
            if holds():
                return
        except OSError:
            pass
        time.sleep(0.1)
    sys.exit(f"deploy: {what}: not within {within} s\n{log.read_text()[-3000:] if log else ''}")


def connect(port, source=None, tls=False):
    source = (source, 0) if source else None
    if not tls:
        return http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=source)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return http.client.HTTPSConnection("127.0.0.1", port, timeout=20, source_address=source, context=context)


def get(port, path, headers=None, **how):
    return call(port, "GET", path, None, headers, **how)


def call(port, method, path, body=None, headers=None, **how):
    connection = connect(port, **how)
    headers = dict(headers or {})
    if isinstance(body, bytes):
        headers["content-type"] = "image/png"
    elif body is not None:
        headers["content-type"], body = "application/json", json.dumps(body)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    return answer.status, answer.read().decode("utf-8", "replace")


def signed_up(port, email):
    body = {
        "emailAddress": email, "password": "under the floodlights", "dateOfBirth": "2000-05-17",
        "eligibility": {"ageRange": True, "consent": True, "healthConsent": True, "PARQ": [False] * 7},
    }
    status, text = call(port, "POST", "/api/user/signup", body)
    if status != 200:
        sys.exit(f"deploy: sign-up: {status} {text}")
    return {"authorization": f"Bearer {json.loads(text)['data']['token']}"}


def free_time(port, who, skip=0):
    """A time that can be booked."""
    days = json.loads(get(port, "/api/event/availability?type=test", who)[1])["data"]["days"]
    free = [(day["date"], slot["time"]) for day in days for slot in day["slots"] if slot["available"]]
    return dict(zip(("eventTestDate", "eventTestTime"), free[skip]))


def traffic(port):
    """At least one of everything that is counted."""
    who = signed_up(port, "ada@athletes.example")
    call(port, "POST", "/api/user/register", {"firstName": "Ada", "lastName": "Field"}, who)
    slot = free_time(port, who)
    status, text = call(port, "POST", "/api/user/event/booking", slot, who)
    if status != 200:
        sys.exit(f"deploy: booking: {status} {text}")
    call(port, "POST", "/api/user/event/booking", slot, who)
    wrong = {"emailAddress": "ada@athletes.example", "password": "not the password"}
    call(port, "POST", "/api/user/login", wrong)
    for path in ("/", "/api/event/config", "/api/user/leaderboard"):
        get(port, path)
