"""Paper: questions of a real table without a battle: forms, odds, sweeps, resolutions, rules and cards."""
