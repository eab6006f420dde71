"""The Containerfile and the compose file, by their linters."""

import sys
from pathlib import Path

from harness import DEPLOY, check, run

OWN = Path(sys.executable).parent


def container():
    good, output = run(OWN / "hadolint", DEPLOY / "Containerfile")
    check("hadolint accepts the Containerfile", good, output)
    good, output = run(OWN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")
    check("the compose file fits its specification", good, output)
