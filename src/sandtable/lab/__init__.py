"""The lab: scenarios fought thousands of times, and odds without a battle.

* ``runs`` fights the battles of a plan, in processes or on a cluster, and keeps the results in a folder.
* ``findings`` turns the results into figures with intervals, a page, a comparison or a certificate.
* ``paper`` answers questions from a real table without any battle: odds, sweeps, resolutions, rules.

``runs`` in short:

    plan = Plan(system="liberty", scenario=to_builtins(scenario), agents=("captain", "militia"), battles=200)
    with RunFolder.open(Path("cowpens"), plan) as folder:
        for result in fight_all(plan, folder.missing(), jobs=2, failed=folder.folder / "failed"):
            folder.add(result)
    print(findings(plan, starting_point(plan), folder.results()).sides[0].share)
"""
