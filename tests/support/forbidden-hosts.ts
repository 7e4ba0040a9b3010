/** Addresses that no webhook may go to, in the spellings that a URL has for them. */
import { until } from './service-process';

export const forbiddenHosts = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '127.0.0.1.', '127.127.127.127'],
  ...['0', '0.0.0.0', '0x0', '１２７.０.０.１', '127%2e0%2e0%2e1', '127。0。0。1'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ...['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]'],
  ...['[ff02::1]', '10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '169.254.169.254', '2852039166'],
  ...['192.0.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', 'localhost', 'localhost.', 'a.localhost'],
] as const;

export const eventually = (holds: () => Promise<boolean>): Promise<void> => until('it is so at last', holds);
