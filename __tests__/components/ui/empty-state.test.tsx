import { render, screen } from '@testing-library/react';
import { EmptyState } from '@/components/ui/empty-state';

it('shows a text below its title, and no empty element without one', () => {
  const { container, rerender } = render(
    <EmptyState title="No upvotes yet">Upvote what you use.</EmptyState>,
  );
  expect(screen.getByText('Upvote what you use.').previousElementSibling).toHaveTextContent('No upvotes yet');

  rerender(<EmptyState title="No upvotes yet" />);
  expect(container.querySelectorAll('div > div')).toHaveLength(1);
});
