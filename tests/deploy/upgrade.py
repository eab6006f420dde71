"""The last release's server beside this one, on one PostgreSQL."""

import json
import os
import signal
import time
import urllib.parse
from pathlib import Path

from harness import Running, call, check, free_port, free_time, get, given_to_nobody, run, serve, signed_up, until

PREVIOUS = os.environ.get("SIXFOLD_PREVIOUS")


class Postgres:
    """A PostgreSQL of the trial alone, on a socket."""

    def __init__(self, folder):
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        check("PostgreSQL is installed", bool(programs), "Debian's package `postgresql`")
        bin, self.folder = programs[-1].parent, folder / "postgres"
        self.folder.mkdir()
        # It refuses to run as root.
        as_nobody = {"user": "nobody", "cwd": "/"} if given_to_nobody(self.folder) else {}
        good, output = run(bin / "initdb", "-D", self.folder / "data", "-U", "sixfold", "--auth=trust", "-E", "UTF8", **as_nobody)
        check("a database cluster for the trial", good, output)
        self.server = Running(
            bin / "postgres", "-D", self.folder / "data", "-k", self.folder, "-c", "listen_addresses=",
            log=folder / "postgres.log", **as_nobody,
        )
        until(lambda: run(bin / "createdb", "-h", self.folder, "-U", "sixfold", "trial")[0], "PostgreSQL answers")
        self.url = f"postgres://sixfold@localhost/trial?host={urllib.parse.quote(str(self.folder), safe='')}"


def upgrade(folder):
    """The last release's server beside this one, on one database, while the schema is brought up to date."""
    postgres = Postgres(folder)
    secret = folder / "secret"
    secret.write_text("a secret that only this trial knows")
    flags = (f"--database-url={postgres.url}", f"--secret-file={secret}", "--demo")
    before = serve(folder / "before", free_port(), *flags, binary=PREVIOUS)
    ada = signed_up(before.port, "ada@athletes.example")
    answers = []

    def request(server, *how):
        status, text = call(server.port, *how)
        answers.append((how, status, text[:300]))
        return json.loads(text).get("data") if text.startswith("{") else text

    def booked(server, who, skip):
        return request(server, "POST", "/api/user/event/booking", free_time(server.port, who, skip), who)["eventBookingId"]

    def moved(server, who, booking, skip):
        body = {**free_time(server.port, who, skip), "eventBookingId": booking}
        return request(server, "POST", "/api/user/event/booking", body, who)

    names = {"firstName": "Ada", "lastName": "Field"}
    request(before, "POST", "/api/user/register", names, ada)
    first = booked(before, ada, 0)
    with serve(folder / "after", free_port(), *flags) as after:
        bo = signed_up(after.port, "bo@athletes.example")
        request(after, "POST", "/api/user/register", {**names, "firstName": "Bo"}, bo)
        second = booked(after, bo, 1)
        moved(before, bo, second, 5)
        moved(after, ada, first, 6)
        request(before, "DELETE", "/api/user/event/cancel", {"eventBookingID": second}, bo)
        request(after, "DELETE", "/api/user/event/cancel", {"eventBookingID": first}, ada)
        booked(before, ada, 2)
        booked(after, bo, 2)
        cy = signed_up(before.port, "cy@athletes.example")
        request(before, "PUT", "/api/user/profile", {**names, "firstName": "Cy"}, cy)
        office = {"emailAddress": "delivery@sixfold.example", "password": "six-tests-one-score"}
        for server in (before, after):
            token = request(server, "POST", "/api/user/login", office)["token"]
            staff = {"authorization": f"Bearer {token}"}
            for path in ("/en-gb/login", "/api/event/config", "/api/user/leaderboard"):
                request(server, "GET", path)
            for who in (ada, bo, cy):
                request(server, "GET", "/api/user/profile", None, who)
            request(server, "GET", "/api/event/admin/today", None, staff)
            found = request(server, "POST", "/api/event/admin/users", {"search": "field"}, staff)
            people = {name for name in ("Ada", "Bo", "Cy") if name in json.dumps(found)}
            check("both find everybody whom the other has made", len(people) == 3, answers[-1])
        # Long enough for each background job that runs every few seconds.
        time.sleep(8)
        for server in (before, after):
            status, text = get(server.port, "/readyz")
            check("both are well", status == 200, text)
        failed = [answer for answer in answers if answer[1] != 200]
        check(f"{len(answers)} calls at one or the other", not failed, failed[:3])
        before.end()
        errors = [line for name in ("before", "after") for line in (folder / f"{name}.log").read_text().splitlines() if "ERROR" in line]
        check("neither has logged an error", not errors, errors[:3])
        status, text = get(after.port, "/api/user/profile", bo)
        check("the new one goes on alone", status == 200, text)
    postgres.server.end(signal.SIGINT)
