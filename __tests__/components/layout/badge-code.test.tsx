import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BadgeCode } from '@/components/layout/badge-code';
import { site } from '@/lib/site';
import { renderScreen } from '../../setup/render-screen';

const page = `https://sprig.example/tool/a(b)`;
const html = `<a href="${page}"><img src="https://sprig.example/badge/tool/a(b).svg" alt="Featured on ${site.name}" height="36"></a>`;

it('shows the badge with code for HTML and Markdown, and copies the code by keyboard', async () => {
  const person = userEvent.setup();
  renderScreen(<BadgeCode name="A" slug="a(b)" siteURL="https://sprig.example" />);
  await person.click(screen.getByText('Badge'));
  expect(screen.getByRole('img', { name: `Featured on ${site.name}` })).toHaveAttribute(
    'src',
    '/badge/tool/a(b).svg',
  );
  expect(screen.getByText(html)).toBeVisible();
  const markdown = `[![Featured on ${site.name}](https://sprig.example/badge/tool/a%28b%29.svg)](https://sprig.example/tool/a%28b%29)`;
  expect(screen.getByText(markdown)).toBeVisible();

  screen.getByRole('button', { name: 'Copy HTML' }).focus();
  await person.keyboard('{Enter}');
  expect(await navigator.clipboard.readText()).toBe(html);
});
