"""The launcher of CodeGraphAgent: finds or fetches the engine and hands over to it."""

VERSION = "0.1.0"
