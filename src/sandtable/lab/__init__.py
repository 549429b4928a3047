"""The lab: a scenario fought by the hundred or the thousand, and what that tells of it.

    plan = Plan(system="liberty", scenario=to_builtins(scenario), agents=("captain", "militia"), battles=200)
    with Kept.open(Path("cowpens"), plan) as kept:
        for fought in fight_all(plan, kept.missing(), jobs=2):
            kept.add(fought)
    print(findings(plan, kept.fought()).sides[0].share)

* ``plan`` says what is fought: which battles, with which seeds, by whom. Everything follows from it, so the
  same plan gives the same battles on any number of processes.
* ``bout`` fights one battle of a plan and sums it up; ``study`` looks closer at some of them: which rules
  were used, whose dice were lucky.
* ``crew`` shares the battles out among processes, and lives on when one of them dies; ``cluster`` does the
  same among the machines of a Ray cluster.
* ``keeping`` writes each battle down as it ends, so that an interrupted run goes on where it was; ``parquet``
  is the other form in which a run is kept.
* ``shares`` has the statistics, ``findings`` the report as plain values, ``comparing`` two runs in pairs of
  battles with the same dice, ``page`` the report to look at, ``certificate`` what is laid beside a scenario.
"""
