"""Pages: how a report looks in a terminal. They add nothing to it and leave nothing out but long lists."""
