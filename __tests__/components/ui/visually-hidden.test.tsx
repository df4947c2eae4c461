import { render, screen } from '@testing-library/react';
import { VisuallyHidden } from '@/components/ui/visually-hidden';

it('announces only what is live', () => {
  render(
    <>
      <VisuallyHidden>Upvote, </VisuallyHidden>
      <VisuallyHidden live>3 results</VisuallyHidden>
    </>,
  );
  expect(screen.getByText('Upvote,')).toHaveClass('sr-only');
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['3 results']);
});
