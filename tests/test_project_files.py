"""The files that outsiders meet first: citation, hooks, templates and workflows say what the package says."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import pencilp

yaml = pytest.importorskip("ruamel.yaml", reason="comes with check-jsonschema, which is not installed")
ROOT = Path(__file__).parent.parent
TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def load(path: Path) -> Any:
    return yaml.YAML(typ="safe").load(path)


@pytest.mark.parametrize("schema", ["github-workflows", "github-issue-forms"])
def test_files_of_the_forge_match_their_schema(schema: str) -> None:
    command = shutil.which("check-jsonschema")
    if command is None:
        pytest.skip("check-jsonschema is not on the path")
    files = WORKFLOWS if schema == "github-workflows" else [path for path in TEMPLATES if path.name != "config.yml"]
    assert files
    run = subprocess.run(
        [command, "--builtin-schema", f"vendor.{schema}", *map(str, files)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_workflows_try_every_supported_python() -> None:
    (workflow,) = WORKFLOWS
    tried = load(workflow)["jobs"]["tests"]["strategy"]["matrix"]["python"]
    assert tried == re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PROJECT)
    assert f'requires-python = ">={tried[0]}"' in PROJECT


def test_citation_names_this_version_and_licence() -> None:
    citation = load(ROOT / "CITATION.cff")
    assert citation["version"] == pencilp.__version__
    assert citation["license"] == re.findall(r'^license = "(.*)"$', PROJECT, re.MULTILINE)[0]


def test_hooks_use_the_versions_of_the_test_extra() -> None:
    hooks = [hook for repo in load(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    wanted = {version for hook in hooks for version in hook["additional_dependencies"]}
    assert wanted
    assert all(f'"{version}"' in PROJECT for version in wanted)


def test_contributing_names_commands_and_files_that_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"\]\(([^)#]+)", text) + re.findall(
        r"(?:bash|python|pytest) ((?:tests|bench|\.ci)/[\w./]+)", text
    )
    assert len(named) > 8
    assert [name for name in named if not ("://" in name or (ROOT / name).exists())] == []
