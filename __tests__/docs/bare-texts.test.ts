import ts from 'typescript';
import { findBareTexts } from '../setup/bare-texts';

test('a translation of the page breaks no text: none is bare beside what changes', () => {
  const { config }: { config?: unknown } = ts.readConfigFile('tsconfig.json', (path) =>
    ts.sys.readFile(path),
  );
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const drawn = fileNames.filter((path) =>
    ['components', 'hooks', 'pages'].some((folder) => path.startsWith(`${process.cwd()}/${folder}/`)),
  );
  const program = ts.createProgram([...drawn, 'next-env.d.ts'], options);
  const files = program.getSourceFiles().filter(({ fileName }) => drawn.includes(fileName));
  expect(files.length).toBeGreaterThan(200);
  const found = findBareTexts(program, files);
  expect(found.map((place) => place.replace(`${process.cwd()}/`, ''))).toEqual([]);
}, 300_000);
