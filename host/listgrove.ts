#!/usr/bin/env node
import { runWithEnoughFiles } from './open-files';

// Loading the commands opens more files at once than some systems let a process open.
await runWithEnoughFiles(async () => (await import('./commands')).runCommands());
