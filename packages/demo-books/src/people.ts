/** Plausible names of people and shops for the demo businesses. */
import type { Random } from './random';

const givenNames = [
  ...[
    'Ada',
    'Amir',
    'Anna',
    'Ben',
    'Carla',
    'Chen',
    'Daniel',
    'Elif',
    'Emma',
    'Farah',
    'Felix',
    'Grace',
    'Hana',
    'Ines',
  ],
  ...[
    'Jakub',
    'Jonas',
    'Kofi',
    'Lena',
    'Luca',
    'Maria',
    'Mateo',
    'Mina',
    'Nadia',
    'Noah',
    'Olga',
    'Omar',
    'Paula',
    'Priya',
  ],
  ...['Rosa', 'Samuel', 'Sara', 'Sven', 'Tomas', 'Vera', 'Yusuf', 'Zoe'],
];
const familyNames = [
  ...[
    'Adeyemi',
    'Alvarez',
    'Becker',
    'Brown',
    'Costa',
    'Dubois',
    'Evans',
    'Fischer',
    'Garcia',
    'Haddad',
    'Hansen',
    'Ito',
  ],
  ...[
    'Jansen',
    'Kaya',
    'Keller',
    'Kowalski',
    'Lopez',
    'Martin',
    'Mehta',
    'Moretti',
    'Nguyen',
    'Novak',
    'Okafor',
    'Papadakis',
  ],
  ...['Petrov', 'Rossi', 'Santos', 'Silva', 'Smith', 'Svensson', 'Tanaka', 'Weber', 'Wilson', 'Yilmaz', 'Zhang'],
];
const shopKinds = [
  'Bakery',
  'Books',
  'Ceramics',
  'Coffee',
  'Cycles',
  'Garden',
  'Instruments',
  'Leather',
  'Toys',
  'Textiles',
];

export const personName = (random: Random): string => `${random.pick(givenNames)} ${random.pick(familyNames)}`;

export const shopName = (random: Random): string => `${random.pick(familyNames)} ${random.pick(shopKinds)}`;

/** Returns a code such as `CUSTOMER-0007`. */
export const numbered = (prefix: string, number: number): string => `${prefix}-${String(number).padStart(4, '0')}`;
