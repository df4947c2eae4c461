import { existsSync } from 'node:fs';
import type { Command, CommanderError } from 'commander';
import { listURLOf } from '@/server/import/list-url';
import { UsageError } from '@/server/cli/run-program';
import { findMeant } from '@/server/config/env-file';

/** Not errors: the person asked for the text that is then shown. */
const SHOWN = ['commander.helpDisplayed', 'commander.help', 'commander.version'];

/** Has a command and those below it report mistakes as sentences. */
export function reportMistakes(command: Command): void {
  command
    .helpOption('-h, --help', 'shows this text')
    .configureOutput({ writeErr: () => undefined })
    .exitOverride((error) => {
      if (SHOWN.includes(error.code) && error.exitCode === 0) throw error;
      throw new UsageError(
        `${usageOf(command)}\n${pathOf(command)} --help describes it.`,
        sentenceOf(command, error),
      );
    });
  if (command.commands.length > 0) command.helpCommand('help [command]', 'describes a command');
  for (const each of command.commands) reportMistakes(each);
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

const usageOf = (command: Command) => `Usage: ${pathOf(command)} ${command.usage()}`;

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function sentenceOf(command: Command, { code, message }: CommanderError): string {
  const [, quoted = ''] = /'([^']*)'/.exec(message) ?? [];
  const invalid =
    /(?:option '(.*?)' argument '(.*)' is|value '(.*)' is invalid for argument '(.*?)'\.).* Allowed choices are (.*)\./s;
  const [whole, option, given, value, argument, choices] = invalid.exec(message) ?? [];
  if (whole !== undefined) {
    return `${option ?? `<${argument}>`} is one of ${choices}, and not ${given ?? value}.`;
  }
  switch (code) {
    case 'commander.missingArgument': {
      const found = command.registeredArguments.find((argument) => argument.name() === quoted);
      const wanted = [found?.description, found?.argChoices?.join(', ')].filter(Boolean).join(': ');
      return `<${quoted}> is missing${wanted === '' ? '' : `: ${wanted}`}.`;
    }
    case 'commander.unknownCommand':
      return problemOf(command, quoted);
    case 'commander.excessArguments': {
      const [first = ''] = command.args;
      const surplus = command.args.slice(command.registeredArguments.length).join(' ');
      return command.parent || listURLOf(first) || existsSync(first)
        ? `${pathOf(command)} takes fewer arguments. Leave out ${surplus}, or put quotes around a name with spaces.`
        : problemOf(command, first);
    }
    case 'commander.help':
      return `Name one of the commands: ${namesOf(command).join(', ')}.`;
    case 'commander.conflictingOption':
      return `${capitalized(message.replace(/^error: /, ''))}. Leave one of them out.`;
    case 'commander.unknownOption': {
      const meant = /Did you mean (.*)\?/.exec(message)?.[1];
      const known = command.options
        .map((option) => option.long)
        .concat('--help')
        .join(', ');
      return `There is no option ${quoted}. ${meant === undefined ? `The options are: ${known}.` : `Did you mean ${meant}?`}`;
    }
    default:
      return `${capitalized(message.replace(/^error: /, ''))}.`;
  }
}

const namesOf = (command: Command) => command.commands.map((each) => each.name());

function problemOf(command: Command, word: string): string {
  const names = namesOf(command);
  const meant = findMeant(word, names);
  const hint = meant === undefined ? `The commands are: ${names.join(', ')}.` : `Did you mean ${meant}?`;
  return `There is ${command.parent ? 'no command' : 'no command and no file'} named ${word}. ${hint}`;
}

/** The mistake of a word that is no command. */
export const unknownCommand = (command: Command, word: string): UsageError =>
  new UsageError(`${pathOf(command)} --help describes the commands.`, problemOf(command, word));
