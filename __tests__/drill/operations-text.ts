import { readFileSync } from 'node:fs';

export type CommandBlock = { heading: string; script: string; commands: string[] };

/** The blocks of commands in docs/operations.md that a shell can run, in their order. */
export function readOperations(): CommandBlock[] {
  const text = readFileSync('docs/operations.md', 'utf8');
  return [...text.matchAll(/^## (.+)$|^```sh\n([^]*?)^```$/gm)].reduce<{
    heading: string;
    blocks: CommandBlock[];
  }>(
    ({ heading, blocks }, [, nextHeading, script]) => {
      if (nextHeading !== undefined) return { heading: nextHeading, blocks };
      if (script !== undefined) blocks.push({ heading, script, commands: commandsOf(script) });
      return { heading, blocks };
    },
    { heading: '', blocks: [] },
  ).blocks;
}

/** The lines of a script without those that a command reads from it. */
const commandsOf = (script: string): string[] =>
  script
    .replace(/<<'(\w+)'\n[^]*?^\1$/gm, "<<'$1'")
    .split('\n')
    .filter((line) => line.trim() !== '');
