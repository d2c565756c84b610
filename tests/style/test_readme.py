"""README's tables follow the catalogue, and each of its code blocks runs."""

import re
import subprocess
import sys

from style.render_readme import README, render

TEXT = README.read_text(encoding="utf-8")


def test_tables_are_rendered_from_the_package():
    assert render(TEXT) == TEXT, "run python tests/style/render_readme.py"


def test_it_stays_readable_in_one_go():
    assert len(TEXT.splitlines()) <= 345


def test_there_are_exactly_two_setup_commands():
    commands = re.findall(r"^python3 -m venv \.venv && .*$", TEXT, flags=re.MULTILINE)
    assert len(commands) == 2
    assert commands[0].endswith("demo")
    assert "pytest" in commands[1]


def test_the_python_blocks_run_in_their_order(tmp_path):
    blocks = re.findall(r"^```python\n(.*?)^```", TEXT, flags=re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 3
    script = tmp_path / "readme.py"
    script.write_text("\n".join(blocks), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
