-- Statements ask for the restores, and among everything that operators and feeds did there are few.
create index operator_action_restores on operator_action (at) where command in ('restore', 'restore finish');
