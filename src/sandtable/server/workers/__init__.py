"""What computes beside the event loop, so that the service never waits: processes and a thread.

``agent_workers`` asks agents, which think in ``agent_process``; ``lab_workers`` asks the lab, which answers
in ``lab_process``; both talk to a ``line_process``. ``kernel_loading`` loads the compiled kernels.
"""
