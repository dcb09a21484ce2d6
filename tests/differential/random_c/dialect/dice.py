"""Random numbers that are the same with every version of Python."""

MASK = (1 << 64) - 1


class Dice:
    """SplitMix64 (Steele, Lea and Flood, 2014), started from any numbers."""

    def __init__(self, *seeds):
        self.state = 0
        for seed in seeds:
            self.state = (self._next() ^ seed * 0x9E3779B97F4A7C15) & MASK

    def _next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return z ^ z >> 31

    def bits(self, count):
        return self._next() >> 64 - count

    def below(self, limit):
        return self._next() % limit

    def between(self, first, last):
        """Both included."""
        return first + self.below(last - first + 1)

    def chance(self, percent):
        return self.below(100) < percent

    def pick(self, sequence):
        return sequence[self.below(len(sequence))]

    def weighted(self, weights):
        """A key of {key: weight}."""
        at = self.below(sum(weights.values()))
        for key, weight in weights.items():
            at -= weight
            if at < 0:
                return key
        raise AssertionError

    def shuffled(self, sequence):
        left, out = list(sequence), []
        while left:
            out.append(left.pop(self.below(len(left))))
        return out
