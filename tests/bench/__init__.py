"""Benchmarks: the budgets of the design, measured on the machine at hand. `make bench` runs them; no test is timed."""
