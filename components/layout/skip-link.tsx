export function SkipLink() {
  return (
    <a
      id="skip-link"
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-brand px-4 py-2 font-semibold text-on-brand focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
