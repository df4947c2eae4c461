import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { BadgeCode } from '@/components/layout/badge-code';
import { site } from '@/lib/site';
import { renderScreen } from '../../setup/render-screen';

const page = `http://localhost:3000/tool/a(b)`;
const html = `<a href="${page}"><img src="http://localhost:3000/badge/tool/a(b).svg" alt="Featured on ${site.name}" height="36"></a>`;

it('shows the badge with code for HTML and Markdown, and copies the code by keyboard', async () => {
  const person = userEvent.setup();
  renderScreen(<BadgeCode name="A" slug="a(b)" />);
  await person.click(screen.getByText('Badge and card'));
  expect(screen.getByRole('img', { name: `Featured on ${site.name}` })).toHaveAttribute(
    'src',
    '/badge/tool/a(b).svg',
  );
  expect(screen.getByText(html)).toBeVisible();
  const markdown = `[![Featured on ${site.name}](http://localhost:3000/badge/tool/a%28b%29.svg)](http://localhost:3000/tool/a%28b%29)`;
  expect(screen.getByText(markdown)).toBeVisible();
  expect(
    screen.getByText(/^<iframe src="http:\/\/localhost:3000\/embed\/tool\/a\(b\)" title="A · /),
  ).toBeVisible();

  screen.getByRole('button', { name: 'Copy HTML' }).focus();
  await person.keyboard('{Enter}');
  expect(await navigator.clipboard.readText()).toBe(html);
});

it('says what was copied, and what to do where nothing can be', async () => {
  const person = userEvent.setup();
  renderScreen(
    <>
      <BadgeCode name="A" slug="a(b)" />
      <ToastRegion />
    </>,
  );
  await person.click(screen.getByText('Badge and card'));
  await person.click(screen.getByRole('button', { name: 'Copy Markdown' }));
  expect(await screen.findByText('Markdown copied.')).toBeInTheDocument();

  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('Denied'));
  await person.click(screen.getByRole('button', { name: 'Copy Card' }));
  const failure = "The Card couldn't be copied. Select it and copy it by hand.";
  expect(await screen.findByText(failure)).toBeInTheDocument();
});
