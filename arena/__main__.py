"""`python -m arena`: the command, where no script of that name is on the path."""

from arena.cli import main

if __name__ == "__main__":
    main(prog_name="arena")
