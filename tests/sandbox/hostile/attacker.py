"""The bot that carries out one attack of a file that stands before this one."""


class Attacker:
    """Attacks at its first questions: gives up with what came of it, or stubbornly plays on."""

    def __init__(self, attack, target, stubborn):
        self.attack = globals()[attack]
        self.target = target
        self.stubborn = stubborn
        self.attacks = 3

    def choose(self, view, legal):
        if self.attacks:
            self.attacks -= 1
            try:
                self.report()
            except Exception:
                if not self.stubborn:
                    raise
        return legal[0]

    def report(self):
        """Attack, and raise what came of it."""
        gain = self.attack(self.target)
        if gain is not None:
            print(gain, flush=True)
            raise RuntimeError(f"got through: {gain!r}")
        raise RuntimeError("nothing gained")


BOT = Attacker
