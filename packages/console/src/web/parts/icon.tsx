/** The icons of the console. Each icon is used with a visible label or a label for screen readers. */
const paths = {
  menu: 'M3 6h14M3 10h14M3 14h14',
  close: 'M5 5l10 10M15 5L5 15',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  done: 'M4 10.5l4 4 8-9',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.5 13.5L17 17',
  sun: 'M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.4 4.4l1 1M14.6 14.6l1 1M15.6 4.4l-1 1M5.4 14.6l-1 1',
  moon: 'M16 11.8A6.7 6.7 0 0 1 8.2 4a6.7 6.7 0 1 0 7.8 7.8z',
  auto: 'M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14',
  person: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 17c.5-3.2 2.8-5 6-5s5.5 1.8 6 5',
  down: 'M5 8l5 5 5-5',
  right: 'M8 5l5 5-5 5',
  left: 'M12 5l-5 5 5 5',
  code: 'M7 6l-4 4 4 4M13 6l4 4-4 4',
  print: 'M6 8V3h8v5M6 14H4V8h12v6h-2M6 12h8v5H6z',
  table: 'M3 4h14v12H3zM3 8h14M9 8v8',
  calendar: 'M3 5h14v12H3zM3 8.500h14M7 3v3M13 3v3',
  plus: 'M10 4v12M4 10h12',
  upload: 'M10 13V4M6 8l4-4 4 4M4 13v3h12v-3',
  ledger: 'M4 6h12M10 6v10M5 9.500h3M5 12.500h3M12 9.500h3',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);

/** The logo: a T-account. */
export const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="6" fill="var(--accent)" />
    <g stroke="var(--on-accent)" stroke-linecap="round" fill="none">
      <path d="M8 10h16M16 10v14" stroke-width="2.4" />
      <path d="M9.5 15.500H13M9.5 19.500H13M19 15.500h3.5" stroke-width="1.8" opacity="0.75" />
    </g>
  </svg>
);
