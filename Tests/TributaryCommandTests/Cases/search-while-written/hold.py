"""Runs a command while another process, this one, writes to the database."""
import sqlite3
import subprocess
import sys

database = sqlite3.connect("store.db", isolation_level=None)
database.execute("BEGIN IMMEDIATE")
status = subprocess.run(sys.argv[1:]).returncode
database.execute("ROLLBACK")
sys.exit(status)
