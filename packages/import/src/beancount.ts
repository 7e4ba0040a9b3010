/**
 * Reads beancount files: exports of this ledger and files of other programs. Unsupported lines are rejected with their line and reason. An
 * unsupported directive that would change the meaning of later lines stops the import.
 */
import { ok, refuse, refused, type Outcome } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';
import { joiningStrings, skipped, tokensOf, type Token } from './beancount-texts';
import { indentOf, readTransaction, tagOf, type LineTokens, type Standing } from './beancount-transactions';
import { createBlocks, headOf, rawOf, type Block } from './blocks';
import { refusingReturns } from './lines';
import {
  cutOffHere,
  firstLineMissing,
  lastLineMissing,
  ourFirstLine,
  ourLastLine,
  ourSecondLine,
  rejectedRows,
  settingOfOurs,
  unreadBeginning,
} from './own-exports';
import { accountFieldsOf } from './own-names';
import { minorOf, quoted, type Books, type Emit, type LineReader, type Reason, type Tag } from './rows';

export const createBeancountReader = (books: Books, emit: Emit): LineReader => {
  const standing: Standing = { books, tags: [], metadata: [], isOurs: false };
  /** Whether the file is an export of this ledger, and its closing comment has not been read yet. */
  let isUnended = false;

  const reject = (block: Block, { code, message }: Reason): void =>
    emit({ kind: 'rejected', line: headOf(block).number, raw: rawOf(block), code, message });
  const remark = (block: Block, code: string, message: string): void =>
    emit({ kind: 'remark', line: headOf(block).number, code, message });
  const set = (block: Block): void => emit({ kind: 'setting', line: headOf(block).number, raw: rawOf(block) });
  const stop = (block: Block, what: string): void =>
    emit({
      kind: 'stop',
      line: headOf(block).number,
      code: 'DIRECTIVE_NOT_SUPPORTED',
      message: `${what} changes how the rest of the file is read, and is not supported. Convert the file with beancount first: bean-query FILE print (pip install beanquery)`,
    });

  const readOption = (block: Block, [name, value]: readonly Token[]): void => {
    if (name?.kind !== 'string' || value?.kind !== 'string')
      return reject(block, { code: 'NOT_UNDERSTOOD', message: 'An option must have a name and a value.' });
    if (name.text.startsWith('name_')) return stop(block, `The option ${name.text}`);
  };

  const readOpen = (
    block: Block,
    [account, currency, ...more]: readonly Token[],
    lines: readonly LineTokens[],
  ): void => {
    if (account?.kind !== 'account')
      return reject(block, { code: 'NOT_UNDERSTOOD', message: 'open must be followed by an account.' });
    if (standing.isOurs && (currency?.kind !== 'currency' || more.length > 0))
      return reject(block, {
        code: 'NOT_UNDERSTOOD',
        message: 'In an export, an account and its currency follow here.',
      });
    const tags: Tag[] = [];
    for (const { number, text, tokens } of lines.slice(1)) {
      if (standing.isOurs && indentOf(text) !== 2)
        return reject(
          block,
          inLine({ code: 'NOT_UNDERSTOOD', message: 'In an export, this line is indented by two spaces.' }, number),
        );
      const tag = tagOf(tokens, standing.isOurs);
      if (refused(tag)) return reject(block, inLine(tag.left, number));
      if (tag.right) tags.push(tag.right);
    }
    const fields = accountFieldsOf(tags, standing.isOurs);
    if (refused(fields)) return reject(block, fields.left);
    emit({
      kind: 'account',
      line: headOf(block).number,
      raw: rawOf(block),
      account: account.text,
      ...fields.right,
    });
  };

  /** Reads a `balance` directive: the balance at the beginning of the day, including all accounts below the named one. */
  const readBalance = (block: Block, date: Day, [account, digits, ...more]: readonly Token[]): void => {
    const [mark, tolerance] = more;
    const currency = mark?.text === '~' ? more[2] : mark;
    const isWhole = account?.kind === 'account' && digits?.kind === 'number' && currency?.kind === 'currency';
    const amount = isWhole
      ? minorOf({ commodity: currency.text, digits: digits.text.replace(/\.$/, '') }, standing.books)
      : undefined;
    if (account === undefined || amount === undefined || refused(amount) || tolerance !== undefined)
      return remark(
        block,
        'ASSERTIONS_NOT_CHECKED',
        'Balance assertions that name another currency or a tolerance, or are not amounts, are not checked.',
      );
    const row = { line: headOf(block).number, account: account.text, date, amount: amount.right };
    emit({ kind: 'assertion', ...row, isWithin: true, isBeforeDay: true, behind: 0n });
  };

  const readDated = (block: Block, date: Day, lines: readonly LineTokens[]): void => {
    const head = headOf(block).text;
    const word = /^\S+\s+(\S+)/.exec(head)?.[1] ?? '';
    const tokens = lines[0]?.tokens ?? [];
    switch (word) {
      case 'open':
        // The date is one token, and each letter of the directive's name is one. All of these tokens are skipped here.
        return readOpen(block, tokens.slice(1 + word.length), lines);
      case 'balance':
        return readBalance(block, date, tokens.slice(1 + word.length));
      case 'pad':
        return reject(block, {
          code: 'NOT_SUPPORTED',
          message:
            'pad is not supported, because beancount calculates its transaction. Replace the directive with that transaction.',
        });
      case 'close':
        return remark(
          block,
          'CLOSED_ACCOUNTS_STAY_OPEN',
          'Accounts are not closed. Deactivate them when the import is complete.',
        );
      case 'commodity':
      case 'price':
      case 'note':
      case 'document':
      case 'event':
      case 'query':
      case 'custom':
        return remark(
          block,
          'DIRECTIVES_LEFT_OUT',
          'commodity, price, note, document, event, query and custom are left out: they post nothing.',
        );
      default:
        if (!/^(txn|[*!&#?%PSTCURM])$/.test(word))
          return reject(block, { code: 'NOT_UNDERSTOOD', message: `${quoted(word)} is not a directive of beancount.` });
        readTransactionBlock(block, date, word, lines);
    }
  };

  const readTransactionBlock = (block: Block, date: Day, flag: string, lines: readonly LineTokens[]): void => {
    const transaction = readTransaction(block, date, flag, lines, standing);
    if (refused(transaction)) return reject(block, inLine(transaction.left, transaction.left.line));
    if (flag !== '*' && flag !== 'txn' && !standing.isOurs && transaction.right.layer === 'settled')
      remark(
        block,
        'FLAGS_LEFT_OUT',
        'Flags other than * are ignored: a transaction is settled unless its metadata names a layer.',
      );
    emit(transaction.right);
  };

  const readUndated = (block: Block, word: string, tokens: readonly Token[]): void => {
    const [first] = tokens;
    switch (word) {
      case 'option':
        return readOption(block, tokens);
      case 'plugin':
        return remark(block, 'PLUGINS_LEFT_OUT', 'Plugins are not run: their additions and changes are not imported.');
      case 'include':
        return stop(block, 'include');
      case 'pushtag':
        if (first?.kind === 'tag') standing.tags.push(first.text);
        return set(block);
      case 'poptag': {
        const at = first?.kind === 'tag' ? standing.tags.lastIndexOf(first.text) : -1;
        if (at >= 0) standing.tags.splice(at, 1);
        return set(block);
      }
      case 'pushmeta': {
        const tag = tagOf(tokens, false);
        if (refused(tag) || !tag.right) return stop(block, 'A pushmeta that is not understood');
        standing.metadata.push(tag.right);
        return set(block);
      }
      case 'popmeta': {
        const at = first?.kind === 'key' ? standing.metadata.findLastIndex(([name]) => name === first.text) : -1;
        if (at >= 0) standing.metadata.splice(at, 1);
        return set(block);
      }
      default:
        return reject(block, { code: 'NOT_UNDERSTOOD', message: 'This is not a line of a beancount file.' });
    }
  };

  const blocks = createBlocks({
    single: ({ text, number }) => {
      if (number === 1 && ourFirstLine.test(text)) {
        standing.isOurs = true;
        isUnended = !text.endsWith(rejectedRows);
        emit(settingOfOurs(text, number));
      } else if (ourLastLine.test(text)) isUnended = false;
      if (!standing.isOurs && (ourSecondLine.test(text) || ourLastLine.test(text)))
        emit({ kind: 'stop', line: number, ...firstLineMissing });
      return text.trim() === '' || skipped.test(text) || /^\s+;/.test(text);
    },
    block: (block) => {
      if (isUnended && block.isAtEnd) return reject(block, cutOffHere);
      const unread = standing.isOurs ? undefined : unreadBeginning(block.broken);
      if (unread) return emit(unread);
      if (block.broken) return reject(block, inLine(block.broken, block.broken.line));
      const head = headOf(block);
      if (/^\s/.test(head.text))
        return reject(block, {
          code: 'NOT_UNDERSTOOD',
          message: 'The line is indented, but no transaction or directive precedes it.',
        });
      const lines = tokensOfAll(block, standing.isOurs);
      if (refused(lines)) return reject(block, inLine(lines.left, lines.left.line));
      const [date] = lines.right[0]?.tokens ?? [];
      if (date?.kind === 'date') return readDated(block, date.text, lines.right);
      const word = /^[a-z]+/.exec(head.text)?.[0] ?? '';
      // Each letter of the directive's name is one token. These tokens are skipped here.
      readUndated(block, word, lines.right[0]?.tokens.slice(word.length) ?? []);
    },
    end: (lastLine) => {
      if (isUnended) emit({ kind: 'rejected', line: lastLine, raw: '', ...lastLineMissing });
    },
  });
  return refusingReturns(joiningStrings(blocks));
};

const tokensOfAll = (
  block: Block,
  isOurs: boolean,
): Outcome<Reason & { readonly line: number }, readonly LineTokens[]> => {
  const all: LineTokens[] = [];
  for (const { text, number } of block.lines) {
    const tokens = tokensOf(text, isOurs);
    if (refused(tokens)) return refuse({ ...tokens.left, line: number });
    all.push({ number, text, tokens: tokens.right });
  }
  return ok(all);
};

const inLine = ({ code, message }: Reason, line: number): Reason => ({ code, message: `Line ${line}: ${message}` });
