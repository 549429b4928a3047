"""Movement: is this plan of legs legal for a body, what does it cost, and if not, why not?

A rule states its `Terms` and asks `check.check` for the `Verdict` on a plan, or `check.judge` on the `Course`
of a body for many plans.

- ``legs``: the manoeuvres of a plan, where each ends, and how people write them
- ``terms``: what a system allows and charges; ``stages``: which legs may follow which
- ``check``: the verdict on a plan; ``verdict``: its values; ``obstacles`` and ``conditions``: what stands
  against a plan; ``prices`` and ``costs``: what a leg costs
- ``encounters``: bodies and ground on the way of a leg or plan
- ``course``: one body with its terms and scene; ``layout``: these as rows of numbers for the kernels
"""
