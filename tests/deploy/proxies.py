"""nginx and Caddy in front of the server."""

import json
import os
import subprocess
import sys
import time

from harness import BINARY, DEPLOY, Running, call, check, connect, free_port, get, run, serve, signed_up, until

PICTURES = "/api/content/sixfold-en-gb/authoring/v1/images?name=x"
PHOTOGRAPHS = "/api/user/card/photo"
STREAM = "/api/event/livescreen/stream"


def editor(server):
    """Somebody who may upload pictures, made by the operator."""
    email, password = "delivery@programme.example", "over the halfway line"
    run(
        BINARY, f"--data-dir={server.folder}", "user", "create", f"--email={email}", "--role=3", "--password-file=-",
        input=password,
    )
    _, text = call(server.port, "POST", "/api/user/login", {"emailAddress": email, "password": password})
    return {"authorization": f"Bearer {json.loads(text)['data']['token']}"}


def behind(name, port, server, **tls):
    """What has to hold behind any proxy."""
    until(lambda: get(port, "/healthz", **tls)[0] == 200, f"{name} answers")
    status, text = get(port, "/en-gb/login", **tls)
    check(f"{name}: the site is served", status == 200 and "<title>" in text, status)
    status, text = call(port, "POST", PICTURES, b"no picture" * 700_000, editor(server), **tls)
    check(f"{name}: a picture of 7 MB reaches the server, which has the say", "IMAGE_KIND" in text, (status, text[:200]))
    athlete = signed_up(server.port, "ada@athletes.example")
    status, text = call(port, "POST", PHOTOGRAPHS, b"no picture" * 1_000_000, athlete, **tls)
    check(f"{name}: so does a photograph of 10 MB", "PHOTO_TYPE" in text, (status, text[:200]))

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


def nginx(folder):
    port, plain = free_port(), free_port()
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    good, output = run(
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=sixfold.example.org", "-keyout", key, "-out", certificate,
    )
    check("a certificate for the trial", good, output)
    with serve(folder / "nginx", free_port(), "--streams-per-address=1") as server:
        text = (DEPLOY / "nginx.conf").read_text()
        for old, new in (
            ("127.0.0.1:8080", f"127.0.0.1:{server.port}"), ("listen 443", f"listen 127.0.0.1:{port}"),
            ("listen 80", f"listen 127.0.0.1:{plain}"), ("/etc/ssl/sixfold/fullchain.pem", str(certificate)),
            ("/etc/ssl/sixfold/key.pem", str(key)), ("/var/log/nginx/sixfold.log", str(folder / "access.log")),
            ("/var/log/nginx/error.log", str(folder / "site-error.log")),
        ):
            check(f"nginx.conf names {old}", old in text)
            text = text.replace(old, new)
        (folder / "site.conf").write_text(text)
        (folder / "whole.conf").write_text(
            f"user root;\ndaemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
            f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; include {folder}/site.conf; }}\n"
        )
        good, output = run("nginx", "-t", "-c", folder / "whole.conf")
        check("nginx accepts its file", good, output)
        with Running("nginx", "-c", folder / "whole.conf", log=folder / "nginx.out"):
            behind("nginx", port, server, tls=True)
            status, _ = get(plain, "/en-gb/login")
            check("nginx: plain http leads to https", status == 301, status)
            get(port, "/api/event/calendar/a-secret-address.ics", tls=True)
            get(port, "/api/wallet/apple/v1/devices/a-secret-phone/registrations/pass.org.example.ticket", tls=True)
            get(port, "/api/user/profile?token=a-secret-token", tls=True)
            server.end()
            status, _ = get(port, "/api/event/calendar/a-secret-address.ics?token=a-secret-token", tls=True)
        log = (folder / "access.log").read_text() + (folder / "error.log").read_text() + (folder / "site-error.log").read_text()
        check("nginx: its logs have the calls and no secrets", "/api/user/profile" in log and "a-secret" not in log, log)
        check("nginx: a server that is away is 502", status == 502, status)


def caddy(folder):
    port, admin = free_port(), free_port()
    text = (DEPLOY / "Caddyfile").read_text()
    first = folder / "caddy"
    os.environ.update(XDG_DATA_HOME=str(folder / "xdg"), XDG_CONFIG_HOME=str(folder / "xdg"), HOME=str(folder))
    good, output = run("caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile")
    check("Caddy accepts its file", good, output)
    server = serve(first, free_port(), "--streams-per-address=1")
    text = text.replace("sixfold.example.org {", f"http://127.0.0.1:{port} {{").replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")
    (folder / "Caddyfile").write_text(text.replace("{\n", f"{{\n\tadmin 127.0.0.1:{admin}\n", 1))
    with Running("caddy", "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile", log=folder / "caddy.out"):
        behind("Caddy", port, server)
        server.end()
        get(port, "/api/event/calendar/a-secret-address.ics?token=a-secret-token")
        log = (folder / "caddy.out").read_text()
        check("Caddy: its log has the error and no secrets", '"status":50' in log and "a-secret" not in log, log)
        asking = subprocess.Popen([sys.executable, "-c", (
            "import urllib.request as u,sys;"
            f"sys.exit(0 if u.urlopen('http://127.0.0.1:{port}/healthz', timeout=20).status == 200 else 1)"
        )], stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        with serve(first, server.port, "--streams-per-address=1"):
            check("Caddy: a request waits while the server restarts", asking.wait(30) == 0)
