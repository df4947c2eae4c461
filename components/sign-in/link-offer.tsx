import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import type { PendingLink } from '@/hooks/use-provider-sign-in';
import { providerName } from './provider-name';

type LinkOfferProps = {
  link: PendingLink;
  isBusy: boolean;
  isPending: boolean;
  onAccept: () => void;
  onDecline: () => void;
};

/** The address has an account with the other provider: both become one only if the member says so. */
export function LinkOffer({ link, isBusy, isPending, onAccept, onDecline }: LinkOfferProps) {
  return (
    <div className="my-6 flex flex-col gap-3">
      <p role="alert" className="rounded-control bg-raised px-4 py-3">
        {link.message}
      </p>
      <Button
        look="primary"
        size="large"
        className="leading-5 whitespace-normal!"
        disabled={isBusy}
        onClick={onAccept}
      >
        {`Sign in with ${providerName(link.to)} and link ${providerName(link.from)}`}
        {isPending && <Spinner />}
      </Button>
      <Button look="quiet" disabled={isBusy} onClick={onDecline}>
        Choose another way
      </Button>
    </div>
  );
}
