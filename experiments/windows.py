"""Maximum traffic of a stream in windows of any length."""


def excess(packets, rate):
    """Maximum over all windows of bytes in the window less rate x its length: the depth that a bucket of that rate must
    have had. A window extends from one packet to another, both included. packets: [(time, bytes)] in order of time;
    rate: bytes per unit of time.
    """
    most, bucket, last = 0.0, 0.0, None
    for time, size in packets:
        if last is not None:
            bucket = max(0.0, bucket - rate * (time - last))
        bucket, last = bucket + size, time
        most = max(most, bucket)
    return most
