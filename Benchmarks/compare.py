#!/usr/bin/env python3
"""Times programs in turn, A B C A B C, so that whatever else the machine does hits all alike.

CPU time is user + system of the whole process. Every run's output must say the same count of entries."""
import os, re, statistics, subprocess


def run(command):
    """CPU seconds, peak memory in KB and output of one run."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writer, 1)
        os.close(reader)
        os.execvp(command[0], command)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        output = pipe.read()
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(command)} failed: {output}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss, output


def compare(commands, rounds):
    """Per name the CPU times of all rounds, the peak and the entries counted; the first round isn't counted."""
    times = {name: [] for name in commands}
    peaks, entries = {}, {}
    for number in range(rounds + 1):
        for name, command in commands.items():
            seconds, peak, output = run(command)
            if number > 0:
                times[name].append(seconds)
            peaks[name] = max(peaks.get(name, 0), peak)
            count = re.search(r"entries=(\d+)", output)
            entries[name] = int(count[1]) if count else None
    return times, peaks, entries


def ratio(ours, theirs):
    """The median of the rounds' ratios, with the smallest and the largest."""
    ratios = sorted(one / other for one, other in zip(ours, theirs))
    return statistics.median(ratios), ratios[0], ratios[-1]
