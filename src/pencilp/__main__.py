from pencilp.cli import process

process()
