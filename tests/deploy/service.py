"""The systemd unit and its socket: how exposed the service is, and whether it allows what the server does."""

import os
import re
import signal
import time
from pathlib import Path

from harness import BINARY, DEPLOY, Running, check, free_port, get, given_to_nobody, run, serve, traffic

# The worst exposure that `systemd-analyze security` may find, of ten.
EXPOSURE = 1.5


def unit(folder):
    for name in ("sixfold.service", "sixfold.socket"):
        text = (DEPLOY / name).read_text().replace("/usr/local/bin/sixfold", BINARY)
        (folder / name).write_text(text)
    good, output = run("systemd-analyze", "verify", "--man=no", folder / "sixfold.service", folder / "sixfold.socket")
    check("systemd accepts the unit and its socket", good and "sixfold" not in output, output)
    _, output = run("systemd-analyze", "security", "--offline=true", "--no-pager", folder / "sixfold.service")
    level = float(re.search(r"exposure level for sixfold.service: ([\d.]+)", output)[1])
    check(f"its exposure is {level} of 10, at most {EXPOSURE}", level <= EXPOSURE, output)


def filtered():
    """The system calls that the unit allows, expanded as systemd does."""
    def expand(name, seen):
        _, output = run("systemd-analyze", "syscall-filter", "--no-pager", name)
        for line in output.splitlines()[1:]:
            word = line.strip()
            if word.startswith("@") and word not in seen:
                seen.add(word)
                expand(word, seen)
            elif word and not word.startswith("#"):
                seen.add(word)
        return seen

    allowed = set()
    for line in (DEPLOY / "sixfold.service").read_text().splitlines():
        if line.startswith("SystemCallFilter=~"):
            for name in line.split("~")[1].split():
                allowed -= expand(name, set())
        elif line.startswith("SystemCallFilter="):
            for name in line.split("=")[1].split():
                allowed |= expand(name, set())
    return allowed


def system_calls(folder):
    allowed = filtered()
    check("the filter has its calls", {"openat", "epoll_wait"} <= allowed and "reboot" not in allowed, sorted(allowed))
    trace, data = folder / "trace", folder / "traced"
    data.mkdir()
    # Not as root, as in the unit: SQLite gives files to their owner when it is root.
    as_nobody = ("-u", "nobody") if given_to_nobody(data) else ()
    with serve(data, free_port(), around=("strace", "-f", "-qq", *as_nobody, "-e", "signal=none", "-o", trace)) as server:
        traffic(server.port)
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGTERM)
        server.process.wait(60)
    output = trace.read_text()
    writable = re.findall(r"PROT_WRITE\|PROT_EXEC", output)
    check("no memory is writable and executable", "PROT_EXEC" in output and not writable, writable[:1])
    families = set(re.findall(r"socket\((AF_\w+)", output))
    allowed_families = set(re.search("RestrictAddressFamilies=(.*)", (DEPLOY / "sixfold.service").read_text())[1].split())
    check("its sockets are of the families that the unit allows", families and families <= allowed_families, families)
    made = set(re.findall(r"^\d+ +(?:<\.\.\. )?(\w+)", output, re.M)) - {"exited", "killed"}
    missing = made - allowed
    check(f"the server makes {len(made)} different system calls, all allowed", not missing, sorted(missing))


def socket_activation(folder):
    port = free_port()
    line = ("systemd-socket-activate", f"--listen=127.0.0.1:{port}", BINARY, "serve", f"--data-dir={folder / 'activated'}")
    with Running(*line, log=folder / "activated.log") as server:
        time.sleep(0.5)
        status, _ = get(port, "/healthz")
        check("a connection to the socket starts the server and is answered", status == 200, status)
        server.end()
