"""The Containerfile and the compose file, by their linters, and the Node that builds the image."""

import ipaddress
import json
import re
import sys
from pathlib import Path

from harness import DEPLOY, check, run

OWN = Path(sys.executable).parent


def container():
    good, output = run(OWN / "hadolint", DEPLOY / "Containerfile")
    check("hadolint accepts the Containerfile", good, output)
    node()
    good, output = run(OWN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")
    check("the compose file fits its specification", good, output)
    network()


def network():
    """Docker replaces the address of a visitor by the gateway's if the network does not have their version of IP."""
    text = (DEPLOY / "compose.yaml").read_text()
    subnets = re.findall(r"^ +- subnet: (\S+)$", text, re.M)
    versions = {ipaddress.ip_network(subnet).version for subnet in subnets}
    good = versions == {4, 6} and re.search(r"^    enable_ipv6: true$", text, re.M)
    check("the compose file's network has IPv4 and IPv6", good, subnets)
    trusted = re.search(r"^ +SIXFOLD_TRUSTED_PROXIES: (\S+)$", text, re.M)
    good = trusted is not None and set(trusted[1].split(",")) == set(subnets)
    check("the server trusts each subnet of the compose file", good, (trusted and trusted[1], subnets))


def node():
    """A tag such as `24` alone would not say which minor version it is."""
    image = re.search(r"^ARG NODE=\S+/node:([\d.]+)-", (DEPLOY / "Containerfile").read_text(), re.M)
    least = json.loads((DEPLOY.parent / "package.json").read_text())["engines"]["node"].removeprefix(">=")
    good = image is not None and parts(image[1]) >= parts(least)
    check(f"the Containerfile's Node is {least} or newer", good, image and image[1])


def parts(version):
    return tuple(int(part) for part in version.split("."))
