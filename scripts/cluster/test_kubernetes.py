"""The manifest for Kubernetes: is it valid, and do its very commands play what one machine plays?

    python test_kubernetes.py PROGRAM

The commands run here, with another folder for the volume, fewer games and fewer playouts.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import kubernetes_validate
import yaml

MANIFEST = Path(__file__).resolve().parent / "kubernetes.yaml"
# What the test does faster than the manifest.
SHORTER = {"--games 10000": "--games 20", "network:64": "network:2"}


def main():
    program = Path(sys.argv[1]).resolve()
    manifest = yaml.safe_load(MANIFEST.read_text())
    version = kubernetes_validate.latest_version()
    kubernetes_validate.validate(manifest, version, strict=True)
    print(f"valid for Kubernetes {version}")
    spec = manifest["spec"]
    pods = spec["completions"]
    assert spec["parallelism"] == pods
    container = spec["template"]["spec"]["containers"][0]
    with tempfile.TemporaryDirectory() as root:
        root = Path(root)
        (root / "imperial").symlink_to(program)
        environment = {**os.environ, "PATH": f"{root}:{os.environ['PATH']}"}
        (text,) = container["args"]
        assert f"$JOB_COMPLETION_INDEX/{pods}" in text, text
        for long, short in SHORTER.items():
            assert long in text, long
            text = text.replace(long, short)
        here = text.replace("/work", str(root / "work"))
        for pod in range(pods):
            environment["JOB_COMPLETION_INDEX"] = str(pod)
            subprocess.run([*container["command"], here], env=environment, check=True, stderr=subprocess.DEVNULL)
        shares = sorted((root / "work/shares").iterdir())
        subprocess.run([program, "merge", *shares, "--out", root / "many"], check=True, stdout=subprocess.DEVNULL)
        whole = ["selfplay", "--rules", "brandubh", "--agent", "network:2", "--games", "20", "--out", root / "whole"]
        subprocess.run([program, *whole], check=True, stderr=subprocess.DEVNULL)
        games = [(root / name / "brandubh/games.jsonl").read_bytes() for name in ("many", "whole")]
        assert games[0] == games[1], "the games differ"
    print(f"{pods} pods play what one machine plays")


if __name__ == "__main__":
    main()
