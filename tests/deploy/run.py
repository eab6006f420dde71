"""Tries the files of `deploy/`: each is started in front of, beside or around the real server where that is possible here,
and held against its own linter.

`SIXFOLD_BINARY` names the server, and `SIXFOLD_PREVIOUS`, if it is there, the one of the last release, which then runs beside it
on one database. Needs Debian's nginx, caddy, prometheus, strace and systemd, and the packages of
requirements.txt; `cargo xtask test --only deploy` brings them.
"""

import tempfile
import time
from pathlib import Path

from container import container
from harness import Running, passed
from monitoring import prometheus
from proxies import caddy, nginx
from service import socket_activation, system_calls, unit
from upgrade import PREVIOUS, upgrade


def main():
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sixfold-deploy-") as folder:
        folder = Path(folder)
        parts = [unit, socket_activation, system_calls, nginx, caddy, prometheus]
        if PREVIOUS:
            parts.append(upgrade)
        else:
            print("  SIXFOLD_PREVIOUS names no earlier release: it is not tried beside this one")
        for part in parts:
            of_part = folder / part.__name__
            of_part.mkdir()
            part(of_part)
        container()
    print(f"deploy: {len(passed)} passed, 0 failed ({time.monotonic() - begun:.0f} s)")


try:
    main()
finally:
    for one in Running.all:
        if one.process.poll() is None:
            one.process.kill()
