"""Reports: pages that stand by themselves, without a script and without the network, with their tables and drawings."""
