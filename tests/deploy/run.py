"""Tries the files of `deploy/`: each is started in front of, beside or around the real server where that is possible here,
and held against its own linter.

`SIXFOLD_BINARY` names the server, and `SIXFOLD_PREVIOUS`, if it is there, the one of the last release, which then runs beside it
on one database. Needs Debian's nginx, caddy, prometheus, strace and systemd, and the packages of
requirements.txt; `cargo xtask test --only deploy` brings them.
"""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
BINARY = os.environ["SIXFOLD_BINARY"]
PREVIOUS = os.environ.get("SIXFOLD_PREVIOUS")
OWN = Path(sys.executable).parent
PICTURES = "/api/content/sixfold-en-gb/authoring/v1/images?name=x"
STREAM = "/api/event/livescreen/stream"
# The worst exposure that `systemd-analyze security` may find, of ten.
EXPOSURE = 1.5
passed = []


def check(what, holds, told=""):
    if not holds:
        sys.exit(f"deploy: {what}: {told}")
    passed.append(what)
    print(f"  {what}")


def run(*line, **more):
    done = subprocess.run([str(part) for part in line], capture_output=True, text=True, **more)
    return done.returncode == 0, done.stdout + done.stderr


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Running:
    """A program that is ended, by its own id, when it is not needed any more, or when a check has failed."""

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


def serve(place, port, *flags, around=(), binary=BINARY):
    metrics = free_port()
    # An earlier release may know fewer flags.
    flags = [*flags, f"--metrics-listen=127.0.0.1:{metrics}"] if binary == BINARY else flags
    server = Running(
        *around, binary, "serve", f"--listen=127.0.0.1:{port}", f"--data-dir={place}", "--trusted-proxies=127.0.0.1",
        "--rate-limit=off", *flags, log=place.with_suffix(".log"),
    )
    server.place, server.port, server.metrics = place, port, metrics
    until(lambda: get(port, "/readyz")[0] == 200, "the server is ready", place.with_suffix(".log"))
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
    check_status = status == 200
    if not check_status:
        sys.exit(f"deploy: sign-up: {status} {text}")
    return {"authorization": f"Bearer {json.loads(text)['data']['token']}"}


def editor(server):
    """Somebody who may upload pictures, made by the operator."""
    email, password = "delivery@programme.example", "over the halfway line"
    run(
        BINARY, f"--data-dir={server.place}", "user", "create", f"--email={email}", "--role=3", "--password-file=-",
        input=password,
    )
    _, text = call(server.port, "POST", "/api/user/login", {"emailAddress": email, "password": password})
    return {"authorization": f"Bearer {json.loads(text)['data']['token']}"}


def free_place(port, who, skip=0):
    """A time that can be booked."""
    days = json.loads(get(port, "/api/event/availability?type=test", who)[1])["data"]["days"]
    free = [(day["date"], slot["time"]) for day in days for slot in day["slots"] if slot["available"]]
    return dict(zip(("eventTestDate", "eventTestTime"), free[skip]))


def traffic(port):
    """Something of everything that is counted."""
    who = signed_up(port, "ada@athletes.example")
    call(port, "POST", "/api/user/register", {"firstName": "Ada", "lastName": "Field"}, who)
    place = free_place(port, who)
    status, text = call(port, "POST", "/api/user/event/booking", place, who)
    if status != 200:
        sys.exit(f"deploy: booking: {status} {text}")
    call(port, "POST", "/api/user/event/booking", place, who)
    wrong = {"emailAddress": "ada@athletes.example", "password": "not the password"}
    call(port, "POST", "/api/user/login", wrong)
    for path in ("/", "/api/event/config", "/api/user/leaderboard"):
        get(port, path)


def unit(place):
    for name in ("sixfold.service", "sixfold.socket"):
        text = (DEPLOY / name).read_text().replace("/usr/local/bin/sixfold", BINARY)
        (place / name).write_text(text)
    good, told = run("systemd-analyze", "verify", "--man=no", place / "sixfold.service", place / "sixfold.socket")
    check("systemd accepts the unit and its socket", good and "sixfold" not in told, told)
    _, told = run("systemd-analyze", "security", "--offline=true", "--no-pager", place / "sixfold.service")
    level = float(re.search(r"exposure level for sixfold.service: ([\d.]+)", told)[1])
    check(f"its exposure is {level} of 10, at most {EXPOSURE}", level <= EXPOSURE, told)


def filtered():
    """The system calls that the unit allows, expanded as systemd does."""
    def expand(name, seen):
        _, told = run("systemd-analyze", "syscall-filter", "--no-pager", name)
        for line in told.splitlines()[1:]:
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


def calls_of_the_system(place):
    allowed = filtered()
    check("the filter has its calls", {"openat", "epoll_wait"} <= allowed and "reboot" not in allowed, sorted(allowed))
    trace, data = place / "trace", place / "traced"
    data.mkdir()
    somebody = ()
    if os.geteuid() == 0:
        # As the unit does: SQLite gives files to their owner when it is root.
        shutil.chown(data, "nobody")
        for parent in (place, place.parent):
            parent.chmod(0o711)
        somebody = ("-u", "nobody")
    with serve(data, free_port(), around=("strace", "-f", "-qq", *somebody, "-e", "signal=none", "-o", trace)) as server:
        traffic(server.port)
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGTERM)
        server.process.wait(60)
    told = trace.read_text()
    writable = re.findall(r"PROT_WRITE\|PROT_EXEC", told)
    check("no memory is writable and executable", "PROT_EXEC" in told and not writable, writable[:1])
    families = set(re.findall(r"socket\((AF_\w+)", told))
    allowed_families = set(re.search("RestrictAddressFamilies=(.*)", (DEPLOY / "sixfold.service").read_text())[1].split())
    check("its sockets are of the families that the unit allows", families and families <= allowed_families, families)
    made = set(re.findall(r"^\d+ +(?:<\.\.\. )?(\w+)", told, re.M)) - {"exited", "killed"}
    missing = made - allowed
    check(f"the server makes {len(made)} different calls of the system, all allowed", not missing, sorted(missing))


def socket_activation(place):
    port = free_port()
    line = ("systemd-socket-activate", f"--listen=127.0.0.1:{port}", BINARY, "serve", f"--data-dir={place / 'activated'}")
    with Running(*line, log=place / "activated.log") as server:
        time.sleep(0.5)
        status, _ = get(port, "/healthz")
        check("a connection to the socket starts the server and is answered", status == 200, status)
        server.end()


def container():
    good, told = run(OWN / "hadolint", DEPLOY / "Containerfile")
    check("hadolint accepts the Containerfile", good, told)
    good, told = run(OWN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")
    check("the compose file fits its specification", good, told)


def behind(name, port, server, **tls):
    """What has to hold behind any proxy."""
    until(lambda: get(port, "/healthz", **tls)[0] == 200, f"{name} answers")
    status, text = get(port, "/en-gb/login", **tls)
    check(f"{name}: the site is served", status == 200 and "<title>" in text, status)
    status, text = call(port, "POST", PICTURES, b"no picture" * 700_000, editor(server), **tls)
    check(f"{name}: a picture of 7 MB reaches the server, which has the say", "IMAGE_KIND" in text, (status, text[:200]))

    def stream(source, headers):
        connection = connect(port, source, **tls)
        connection.request("GET", STREAM, headers={"accept": "text/event-stream", **headers})
        answer = connection.getresponse()
        return connection, answer

    begun = time.monotonic()
    first, answer = stream("127.0.0.2", {})
    line = answer.readline()
    check(f"{name}: a live stream begins at once", answer.status == 200 and time.monotonic() - begun < 2, line)
    statuses = []
    for source, headers in (("127.0.0.2", {}), ("127.0.0.2", {"x-forwarded-for": "203.0.113.9"}), ("127.0.0.3", {})):
        connection, answer = stream(source, headers)
        statuses.append(answer.status)
        connection.close()
    check(f"{name}: the caller's address is passed on, and none that it made up", statuses == [429, 429, 200], statuses)
    first.close()


def nginx(place):
    port, plain = free_port(), free_port()
    key, certificate = place / "key.pem", place / "certificate.pem"
    good, told = run(
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=sixfold.example.org", "-keyout", key, "-out", certificate,
    )
    check("a certificate for the trial", good, told)
    with serve(place / "nginx", free_port(), "--streams-per-address=1") as server:
        text = (DEPLOY / "nginx.conf").read_text()
        for old, new in (
            ("127.0.0.1:8080", f"127.0.0.1:{server.port}"), ("listen 443", f"listen 127.0.0.1:{port}"),
            ("listen 80", f"listen 127.0.0.1:{plain}"), ("/etc/ssl/sixfold/fullchain.pem", str(certificate)),
            ("/etc/ssl/sixfold/key.pem", str(key)), ("/var/log/nginx/sixfold.log", str(place / "access.log")),
        ):
            check(f"nginx.conf names {old}", old in text)
            text = text.replace(old, new)
        (place / "site.conf").write_text(text)
        (place / "whole.conf").write_text(
            f"user root;\ndaemon off;\npid {place}/nginx.pid;\nerror_log {place}/error.log;\nevents {{}}\n"
            f"http {{ access_log off; client_body_temp_path {place}/body; proxy_temp_path {place}/proxy; include {place}/site.conf; }}\n"
        )
        good, told = run("nginx", "-t", "-c", place / "whole.conf")
        check("nginx accepts its file", good, told)
        with Running("nginx", "-c", place / "whole.conf", log=place / "nginx.out"):
            behind("nginx", port, server, tls=True)
            status, _ = get(plain, "/en-gb/login")
            check("nginx: plain http leads to https", status == 301, status)
            get(port, "/api/event/calendar/a-secret-address.ics", tls=True)
            get(port, "/api/user/profile?token=a-secret-token", tls=True)
        log = (place / "access.log").read_text()
        check("nginx: its log has the calls and no secrets", "/api/user/profile" in log and "a-secret" not in log, log)


def caddy(place):
    port, admin = free_port(), free_port()
    text = (DEPLOY / "Caddyfile").read_text()
    first = place / "caddy"
    os.environ.update(XDG_DATA_HOME=str(place / "xdg"), XDG_CONFIG_HOME=str(place / "xdg"), HOME=str(place))
    good, told = run("caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile")
    check("Caddy accepts its file", good, told)
    server = serve(first, free_port(), "--streams-per-address=1")
    text = text.replace("sixfold.example.org {", f"http://127.0.0.1:{port} {{").replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")
    (place / "Caddyfile").write_text(f"{{\n\tadmin 127.0.0.1:{admin}\n}}\n{text}")
    with Running("caddy", "run", "--adapter", "caddyfile", "--config", place / "Caddyfile", log=place / "caddy.out"):
        behind("Caddy", port, server)
        server.end()
        asking = subprocess.Popen([sys.executable, "-c", (
            "import urllib.request as u,sys;"
            f"sys.exit(0 if u.urlopen('http://127.0.0.1:{port}/healthz', timeout=20).status == 200 else 1)"
        )], stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        with serve(first, server.port, "--streams-per-address=1"):
            check("Caddy: a request waits while the server restarts", asking.wait(30) == 0)


def prometheus(place):
    with serve(place / "watched", free_port()) as server:
        traffic(server.port)
        status, text = get(server.metrics, "/metrics")
        good, told = run("promtool", "check", "metrics", input=text)
        check("promtool accepts the metrics", status == 200 and good and not told.strip(), told)
        check("no metric is about a person", "ada" not in text and "athletes.example" not in text)
        rules = DEPLOY / "prometheus"
        for line in (("check", "rules", "alerts.yml"), ("test", "rules", "alerts.test.yml"), ("check", "config", "prometheus.yml")):
            good, told = run("promtool", *line, cwd=rules)
            check(f"promtool {' '.join(line)}", good and "SUCCESS" in told, told)
        own = place / "prometheus"
        shutil.copytree(rules, own)
        text = (own / "prometheus.yml").read_text()
        for old, new in (("127.0.0.1:9464", f"127.0.0.1:{server.metrics}"), (": 15s", ": 1s")):
            check(f"prometheus.yml names {old}", old in text)
            text = text.replace(old, new)
        (own / "prometheus.yml").write_text(text)
        port = free_port()
        line = (
            "prometheus", f"--config.file={own}/prometheus.yml", f"--storage.tsdb.path={own}/data",
            f"--web.listen-address=127.0.0.1:{port}",
        )
        with Running(*line, log=place / "prometheus.out"):
            until(lambda: ask(port, 'count_over_time(up{job="sixfold"}[1m]) > 4'), "Prometheus scrapes", place / "prometheus.out", 60)
            asked(port)


def ask(port, expression):
    query = urllib.parse.urlencode({"query": expression})
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/query?{query}", timeout=10) as answer:
        return json.load(answer)["data"]["result"]


def asked(port):
    """Every expression of the dashboard and of the alerts."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/label/__name__/values", timeout=10) as answer:
        known = set(json.load(answer)["data"])
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    panels = [panel for panel in board["panels"] if panel["type"] != "row"]
    expressions = [(panel["title"], target["expr"]) for panel in panels for target in panel["targets"]]
    check("the dashboard's panels have numbers of their own", len({panel["id"] for panel in board["panels"]}) == len(board["panels"]))
    for title, expression in expressions:
        result = ask(port, expression.replace("$instance", ".*"))
        if not result:
            sys.exit(f"deploy: the dashboard's “{title}” is empty: {expression}")
    check(f"all {len(expressions)} expressions of the dashboard have a result", len(expressions) > 20)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/rules", timeout=10) as answer:
        rules = json.load(answer)["data"]["groups"][0]["rules"]
    sick = [rule["name"] for rule in rules if rule["health"] != "ok" or rule["state"] == "firing"]
    check(f"all {len(rules)} alerts are evaluated and quiet", len(rules) > 10 and not sick, sick)
    named = set(re.findall(r"\bsixfold_\w+", " ".join([rule["query"] for rule in rules] + [text for _, text in expressions])))
    check(f"the {len(named)} metrics that they name are there", named <= known, sorted(named - known))


class Postgres:
    """A PostgreSQL of one's own, on a socket."""

    def __init__(self, place):
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        check("PostgreSQL is installed", bool(programs), "Debian's package `postgresql`")
        bin, self.place = programs[-1].parent, place / "postgres"
        self.place.mkdir()
        # It refuses to run as root.
        own = {"user": "nobody", "cwd": "/"} if os.geteuid() == 0 else {}
        if own:
            shutil.chown(self.place, "nobody")
            for parent in (place, place.parent):
                parent.chmod(0o711)
        good, told = run(bin / "initdb", "-D", self.place / "data", "-U", "sixfold", "--auth=trust", "-E", "UTF8", **own)
        check("a database cluster for the trial", good, told)
        self.server = Running(
            bin / "postgres", "-D", self.place / "data", "-k", self.place, "-c", "listen_addresses=",
            log=place / "postgres.log", **own,
        )
        until(lambda: run(bin / "createdb", "-h", self.place, "-U", "sixfold", "trial")[0], "PostgreSQL answers")
        self.url = f"postgres://sixfold@localhost/trial?host={urllib.parse.quote(str(self.place), safe='')}"


def upgrade(place):
    """The last release's server beside this one, on one database, while the schema is brought up to date."""
    postgres = Postgres(place)
    secret = place / "secret"
    secret.write_text("a secret that only this trial knows")
    flags = (f"--database-url={postgres.url}", f"--secret-file={secret}", "--demo")
    before = serve(place / "before", free_port(), *flags, binary=PREVIOUS)
    ada = signed_up(before.port, "ada@athletes.example")
    answers = []

    def at(server, *how):
        status, text = call(server.port, *how)
        answers.append((how, status, text[:300]))
        return json.loads(text).get("data") if text.startswith("{") else text

    def booked(server, who, skip):
        return at(server, "POST", "/api/user/event/booking", free_place(server.port, who, skip), who)["eventBookingId"]

    def moved(server, who, booking, skip):
        body = {**free_place(server.port, who, skip), "eventBookingId": booking}
        return at(server, "POST", "/api/user/event/booking", body, who)

    names = {"firstName": "Ada", "lastName": "Field"}
    at(before, "POST", "/api/user/register", names, ada)
    first = booked(before, ada, 0)
    with serve(place / "after", free_port(), *flags) as after:
        bo = signed_up(after.port, "bo@athletes.example")
        at(after, "POST", "/api/user/register", {**names, "firstName": "Bo"}, bo)
        second = booked(after, bo, 1)
        moved(before, bo, second, 5)
        moved(after, ada, first, 6)
        at(before, "DELETE", "/api/user/event/cancel", {"eventBookingID": second}, bo)
        at(after, "DELETE", "/api/user/event/cancel", {"eventBookingID": first}, ada)
        booked(before, ada, 2)
        booked(after, bo, 2)
        cy = signed_up(before.port, "cy@athletes.example")
        at(before, "PUT", "/api/user/profile", {**names, "firstName": "Cy"}, cy)
        office = {"emailAddress": "delivery@sixfold.example", "password": "six-tests-one-score"}
        for server in (before, after):
            token = at(server, "POST", "/api/user/login", office)["token"]
            staff = {"authorization": f"Bearer {token}"}
            for path in ("/en-gb/login", "/api/event/config", "/api/user/leaderboard"):
                at(server, "GET", path)
            for who in (ada, bo, cy):
                at(server, "GET", "/api/user/profile", None, who)
            at(server, "GET", "/api/event/admin/today", None, staff)
            found = at(server, "POST", "/api/event/admin/users", {"search": "field"}, staff)
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
        errors = [line for name in ("before", "after") for line in (place / f"{name}.log").read_text().splitlines() if "ERROR" in line]
        check("neither has logged an error", not errors, errors[:3])
        status, text = get(after.port, "/api/user/profile", bo)
        check("the new one goes on alone", status == 200, text)
    postgres.server.end(signal.SIGINT)


def main():
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sixfold-deploy-") as place:
        place = Path(place)
        parts = [unit, socket_activation, calls_of_the_system, nginx, caddy, prometheus]
        if PREVIOUS:
            parts.append(upgrade)
        else:
            print("  SIXFOLD_PREVIOUS names no earlier release: it is not tried beside this one")
        for part in parts:
            own = place / part.__name__
            own.mkdir()
            part(own)
        container()
    print(f"deploy: {len(passed)} passed, 0 failed ({time.monotonic() - begun:.0f} s)")


try:
    main()
finally:
    for one in Running.all:
        if one.process.poll() is None:
            one.process.kill()
