-- The filters of the search index become half as long again, so that a search for a rare value reads hardly any block in vain. The blocks are
-- filled anew, in the background. A process of an earlier version that still runs writes none of its own, which searches would pass over.
alter table search_blocks disable trigger search_blocks_are_never_truncated;
truncate search_blocks;
alter table search_blocks enable trigger search_blocks_are_never_truncated;
alter table search_blocks add constraint search_blocks_have_long_filters check (format >= 3);
