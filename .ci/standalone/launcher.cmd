@echo off
"%~dp0..\node\node.exe" "%~dp0..\package\bin\emk.js" %*
