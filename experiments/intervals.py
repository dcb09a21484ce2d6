"""Means of independent runs, and how far they can be trusted."""
import math

# Two-sided 95 % quantiles of Student's t for n - 1 degrees of freedom, n = 2..30
T95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
       2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045]


def mean_and_half_width(values):
    """Mean, and half the width of its 95 % confidence interval (0 for one value)."""
    n = len(values)
    mean = math.fsum(values) / n
    if n < 2:
        return mean, 0.0
    variance = math.fsum((v - mean) ** 2 for v in values) / (n - 1)
    return mean, (T95[n - 2] if n <= 30 else 1.96) * math.sqrt(variance / n)


def of_next_run(half, n):
    """Half the width of the 95 % interval of one more run, from that of the mean of `n` runs:
    t s sqrt(1 + 1/n) from t s / sqrt(n)."""
    return half * math.sqrt(n + 1)
