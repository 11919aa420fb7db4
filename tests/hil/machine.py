"""An emulated PC that stands for a Pi: it starts from its disks, shows its screen, and can lose its power."""

from __future__ import annotations

import json
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from tests.hil import telling
from tests.hil.mirror import SIZE
from tests.hil.telling import Fault

START = 30.0  # seconds for the emulator itself
BOOT = 90.0  # seconds until the system in it has started
QUIET = 600.0  # seconds without a word from inside, after which something hangs


@dataclass(frozen=True, slots=True)
class Disks:
    """Its own system, whose changes are forgotten, the box's programs, and the games, which must outlast the power."""

    system: Path
    programs: Path
    data: Path

    def drives(self) -> list[str]:
        how = {self.system: "snapshot=on", self.programs: "readonly=on", self.data: "readonly=off"}
        return [f"file={file},format=raw,if=virtio,{mode}" for file, mode in how.items()]


class Machine:
    """Has started, and runs while the `with` lasts. Its player talks through `hear` and `answer`.

    What the emulator and the console say goes to files in the folder `report`.
    """

    def __init__(self, kept: Path, disks: Disks, folder: Path, report: Path, part: str, accelerator: str) -> None:
        self._screen = folder / "screen.ppm"
        wires = [_wire(folder / name) for name in ("player", "monitor")]
        player, monitor = (wire.getsockname() for wire in wires)
        arguments = {
            "accel": accelerator,
            "cpu": "max",
            "m": "1024",
            "smp": "2",
            "display": "none",
            "vga": "none",
            "net": "none",
            "device": f"virtio-gpu-pci,xres={SIZE[0]},yres={SIZE[1]}",
            "kernel": str(kept / "vmlinuz"),
            "initrd": str(kept / "initrd"),
            "append": f"console=ttyS0 quiet panic=-1 part={part}",
            "chardev": f"socket,id=player,path={player}",
            "qmp": f"unix:{monitor}",
        }
        repeated = [("drive", drive) for drive in disks.drives()]
        repeated += [("serial", f"file:{report}/console-{part}.log"), ("serial", "chardev:player")]
        words = [word for name, value in (*arguments.items(), *repeated) for word in (f"-{name}", value)]
        with (report / f"emulator-{part}.log").open("wb") as log:
            command = ["qemu-system-x86_64", "-no-reboot", *words]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            self._player, self._monitor = (wire.accept()[0] for wire in wires)
            self._told, self._replies = self._player.makefile("rb"), self._monitor.makefile("rb")
            self._monitor.settimeout(START)
            self._replies.readline()  # its greeting
            self._command("qmp_capabilities")
            self.system: str = self.hear(BOOT)["what"]
        except BaseException as fault:
            self.cut()
            if isinstance(fault, OSError):
                raise Fault("the emulator does not start") from fault
            raise
        finally:
            for wire in wires:
                wire.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.cut()

    def hear(self, patience: float = QUIET) -> dict[str, Any]:
        """What the player tells next."""
        self._player.settimeout(patience)
        try:
            line = self._told.readline()
        except OSError:
            line = b""
        if not line:
            raise Fault("nothing more is heard from inside the machine")
        return telling.read(line)

    def answer(self, objection: str = "") -> None:
        """Let the player go on, or say why not."""
        self._player.sendall(objection.encode() + b"\n")

    def screen(self) -> Path:
        """A picture file of what the screen shows."""
        self._command("screendump", filename=str(self._screen))
        return self._screen

    def cut(self) -> None:
        """Cut the power, at once."""
        self._process.kill()
        self._process.wait()

    def _command(self, name: str, **arguments: str) -> None:
        self._monitor.sendall(json.dumps({"execute": name, "arguments": arguments}).encode() + b"\n")
        for line in self._replies:
            reply = json.loads(line)
            if "return" in reply:
                return
            if "error" in reply:
                raise Fault(f"the emulator refuses {name}: {reply['error']['desc']}")
        raise Fault("the emulator has stopped")


def _wire(path: Path) -> socket.socket:
    wire = socket.socket(socket.AF_UNIX)
    path.unlink(missing_ok=True)
    wire.bind(str(path))
    wire.listen(1)
    wire.settimeout(START)
    return wire
