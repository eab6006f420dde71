"""Prometheus, its alerts, and the dashboard."""

import json
import re
import shutil
import sys
import urllib.parse
import urllib.request

from harness import DEPLOY, Running, check, free_port, get, run, serve, traffic, until


def wallet(folder):
    """The flags for Apple Wallet, whose certificate has a metric of its own. It is its own issuer here."""
    key, certificate = folder / "apple.key", folder / "apple.pem"
    good, output = run(
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "365", "-keyout", key, "-out", certificate,
        "-subj", "/UID=pass.example.ticket/CN=Tickets/OU=A1B2C3D4E5",
    )
    check("openssl makes a certificate for passes", good, output)
    return [
        "--apple-pass-type=pass.example.ticket", "--apple-team=A1B2C3D4E5", f"--apple-certificate-file={certificate}",
        f"--apple-key-file={key}", f"--apple-intermediate-file={certificate}",
    ]


def prometheus(folder):
    with serve(folder / "watched", free_port(), *wallet(folder)) as server:
        traffic(server.port)
        status, text = get(server.metrics, "/metrics")
        good, output = run("promtool", "check", "metrics", input=text)
        check("promtool accepts the metrics", status == 200 and good and not output.strip(), output)
        check("no metric is about a person", "ada" not in text and "athletes.example" not in text)
        rules = DEPLOY / "prometheus"
        for line in (("check", "rules", "alerts.yml"), ("test", "rules", "alerts.test.yml"), ("check", "config", "prometheus.yml")):
            good, output = run("promtool", *line, cwd=rules)
            check(f"promtool {' '.join(line)}", good and "SUCCESS" in output, output)
        config = folder / "prometheus"
        shutil.copytree(rules, config)
        text = (config / "prometheus.yml").read_text()
        # A comment in words has a space after its #; a setting that is switched off has none, or its indentation.
        (config / "alerting.yml").write_text(re.sub(r"^#(?=\w| {2})", "", text, flags=re.M))
        good, output = run("promtool", "check", "config", config / "alerting.yml")
        is_on = "\nalerting:\n" in (config / "alerting.yml").read_text()
        check("promtool accepts prometheus.yml with its Alertmanager", is_on and good and "SUCCESS" in output, output)
        for old, new in (("127.0.0.1:9464", f"127.0.0.1:{server.metrics}"), (": 15s", ": 1s")):
            check(f"prometheus.yml names {old}", old in text)
            text = text.replace(old, new)
        (config / "prometheus.yml").write_text(text)
        port = free_port()
        line = (
            "prometheus", f"--config.file={config}/prometheus.yml", f"--storage.tsdb.path={config}/data",
            f"--web.listen-address=127.0.0.1:{port}",
        )
        with Running(*line, log=folder / "prometheus.out"):
            until(lambda: query(port, 'count_over_time(up{job="sixfold"}[1m]) > 4'), "Prometheus scrapes", folder / "prometheus.out", 60)
            evaluate_expressions(port)


def query(port, expression):
    parameters = urllib.parse.urlencode({"query": expression})
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/query?{parameters}", timeout=10) as answer:
        return json.load(answer)["data"]["result"]


def evaluate_expressions(port):
    """Every expression of the dashboard and of the alerts."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/label/__name__/values", timeout=10) as answer:
        known = set(json.load(answer)["data"])
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    panels = [panel for panel in board["panels"] if panel["type"] != "row"]
    expressions = [(panel["title"], target["expr"]) for panel in panels for target in panel["targets"]]
    check("each panel of the dashboard has an id of its own", len({panel["id"] for panel in board["panels"]}) == len(board["panels"]))
    for title, expression in expressions:
        result = query(port, expression.replace("$instance", ".*"))
        if not result:
            sys.exit(f"deploy: the dashboard's “{title}” is empty: {expression}")
    check(f"all {len(expressions)} expressions of the dashboard have a result", len(expressions) > 20)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/rules", timeout=10) as answer:
        rules = json.load(answer)["data"]["groups"][0]["rules"]
    failing = [rule["name"] for rule in rules if rule["health"] != "ok" or rule["state"] == "firing"]
    check(f"all {len(rules)} alerts are evaluated and quiet", len(rules) > 10 and not failing, failing)
    named = set(re.findall(r"\bsixfold_\w+", " ".join([rule["query"] for rule in rules] + [text for _, text in expressions])))
    check(f"the {len(named)} metrics that they name are there", named <= known, sorted(named - known))
