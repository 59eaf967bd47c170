"""The manifest for Kubernetes: is it valid, and do its very commands play what one machine plays?

    python test_kubernetes.py PROGRAM

The commands run here, with another folder for the volume, fewer games and fewer playouts.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import kubernetes_validate
import yaml

MANIFEST = Path(__file__).resolve().parent / "kubernetes.yaml"
# What the test does faster than the manifest.
SHORTER = {"--games 10000": "--games 20", "network:64": "network:2"}
# A user who may not read everything, where root runs this.
NOBODY = 65534


def check_unreadable(container, root):
    """A file of the whole that cannot be read ends the pod with an error, and leaves no share."""
    (root / "train").mkdir(parents=True)
    for folder in (root.parent, root):
        folder.chmod(0o777)
    (root / "train/open").write_text("a game")
    (root / "train/shut").touch(mode=0)
    (text,) = container["args"]
    command = [*container["command"], text.replace("/volume", str(root))]
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    # Nothing is played here, so the program is not needed.
    environment = {"PATH": os.defpath, "JOB_COMPLETION_INDEX": "0"}
    ended = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, **user)
    assert ended.returncode != 0 and "shut" in ended.stderr, ended
    assert not (root / "shares/0").exists(), "the share lacks a file"
    print("a file that cannot be read ends the pod")


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
        check_unreadable(container, root / "shut")
        (text,) = container["args"]
        assert f"$JOB_COMPLETION_INDEX/{pods}" in text, text
        for long, short in SHORTER.items():
            assert long in text, long
            text = text.replace(long, short)
        here = text.replace("/volume", str(root / "work"))
        whole = ["selfplay", "--rules", "brandubh", "--agent", "network:2", "--games"]
        # The second time the job grows: pods begin with what the whole has.
        for games in (20, 40):
            for pod in range(pods):
                environment["JOB_COMPLETION_INDEX"] = str(pod)
                command = [*container["command"], here.replace("--games 20", f"--games {games}")]
                subprocess.run(command, env=environment, check=True, stderr=subprocess.DEVNULL)
            shares = sorted((root / "work/shares").iterdir())
            merge = [program, "merge", *shares, "--out", root / "work/train"]
            subprocess.run(merge, check=True, stdout=subprocess.DEVNULL)
            shutil.rmtree(root / "work/shares")
            alone = [program, *whole, str(games), "--out", root / "whole"]
            subprocess.run(alone, check=True, stderr=subprocess.DEVNULL)
            one, many = (root / name / "brandubh/games.jsonl" for name in ("whole", "work/train"))
            assert one.read_bytes() == many.read_bytes(), f"{games} games differ"
    print(f"{pods} pods play what one machine plays")


if __name__ == "__main__":
    main()
