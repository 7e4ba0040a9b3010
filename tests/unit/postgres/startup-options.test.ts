import { withStartupOptions } from '../../../src/kernel/postgres/startup-options';

const settings = { role: 'ledger_app', jit: 'off' };
const ours = '-c role=ledger_app -c jit=off';

describe('the options of a URL come before ours, so that ours win', () => {
  test.each([
    ['postgresql://u:p@h:5432/d', 'postgresql://u:p@h:5432/d', ours],
    ['postgresql://h/d?sslmode=disable', 'postgresql://h/d?sslmode=disable', ours],
    ['postgresql://h/d?options=-c%20search_path%3Dpublic', 'postgresql://h/d', `-c search_path=public ${ours}`],
    ['postgresql://h/d?options=-c+a%3Db&sslmode=require', 'postgresql://h/d?sslmode=require', `-c a=b ${ours}`],
    ['postgresql://h/d?sslmode=require&options=endpoint%3Dx', 'postgresql://h/d?sslmode=require', `endpoint=x ${ours}`],
    ['postgresql://h/d?options=-c+role%3Dpostgres', 'postgresql://h/d', `-c role=postgres ${ours}`],
    ['postgresql://h/d?%6Fptions=-c+a%3Db', 'postgresql://h/d', `-c a=b ${ours}`],
    ['postgresql://h/d?options=-c+a%3Db&options=-c+c%3Dd', 'postgresql://h/d', `-c a=b -c c=d ${ours}`],
    ['postgresql://u@%2Ftmp%2Fs:5432/d?sslmode=disable', 'postgresql://u@%2Ftmp%2Fs:5432/d?sslmode=disable', ours],
  ])('%s', (given, url, options) => {
    expect(withStartupOptions(given, settings)).toEqual({ url, options });
  });
});
