//! Which blocks a query does without, by their statistics.

use std::collections::HashSet;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BooleanArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::pruning::PruningStatistics;
use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::common::{Column, DFSchema, ScalarValue};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::context::ExecutionProps;
use datafusion::logical_expr::Expr;
use datafusion::logical_expr::expr_rewriter::unnormalize_col;
use datafusion::logical_expr::physical_planning_context::PhysicalPlanningContext;
use datafusion::physical_expr::expressions::{
    CastExpr, Column as PhysicalColumn, Literal, TryCastExpr,
};
use datafusion::physical_expr::{
    PhysicalExpr, ScalarFunctionExpr, conjunction, create_physical_expr,
};
use datafusion::physical_optimizer::pruning::{PruningPredicate, PruningPredicateBuilder};
use onesheet_arrow::Bounds;

/// What rows are to be, as far as the least and the greatest of each number tell.
#[derive(Debug)]
pub(crate) struct Filter {
    predicate: Arc<PruningPredicate>,
    /// Where the columns of the predicate are in the table: in a column, in a struct in it, and so on.
    paths: Vec<Vec<usize>>,
    /// As it is shown.
    pub(crate) text: String,
}

impl Filter {
    /// What these expressions ask for: `None` if no block can be told from another by that.
    pub(crate) fn new<'a>(
        filters: impl IntoIterator<Item = &'a Expr>,
        schema: &SchemaRef,
    ) -> Option<Self> {
        // The columns of the table have its name in some of them.
        let filters = filters.into_iter().cloned().map(unnormalize_col);
        let filters: Vec<Expr> = filters.collect();
        let columns = DFSchema::try_from(Arc::clone(schema)).ok()?;
        let (properties, context) = (ExecutionProps::new(), PhysicalPlanningContext::default());
        let mut flat = Flat::default();
        let physical = filters.iter().filter_map(|filter| {
            let filter = create_physical_expr(filter, &columns, &properties, &context).ok()?;
            flat.rewrite(filter, schema).ok()
        });
        let physical = conjunction(physical.collect::<Vec<_>>());
        let Flat { fields, paths } = flat;
        let builder =
            PruningPredicateBuilder::new().with_file_schema(Arc::new(Schema::new(fields)));
        let predicate = builder.build(physical)?;
        let text = filters.iter().map(ToString::to_string).collect::<Vec<_>>().join(" AND ");
        Some(Filter { predicate, paths, text })
    }

    /// Whether a row within these bounds may be one.
    pub(crate) fn is_wanted(&self, bounds: &Bounds) -> bool {
        let wanted = self.predicate.prune(&Known { paths: &self.paths, bounds });
        wanted.map_or(true, |wanted| wanted.first() != Some(&false))
    }
}

/// The columns of a predicate, which are called by their places: a predicate knows no fields of structs.
#[derive(Default)]
struct Flat {
    fields: Vec<Field>,
    paths: Vec<Vec<usize>>,
}

impl Flat {
    /// The same of columns alone.
    fn rewrite(
        &mut self,
        expr: Arc<dyn PhysicalExpr>,
        schema: &Schema,
    ) -> Result<Arc<dyn PhysicalExpr>> {
        let rewritten = expr.transform_down(|expr| {
            let Some((path, data_type)) = path(&expr, schema) else {
                return match keeps_order(&expr, schema)? {
                    true => Ok(Transformed::no(expr)),
                    false => Err(DataFusionError::Plan(format!("{expr} keeps no order"))),
                };
            };
            let place = self.paths.iter().position(|other| *other == path);
            let place = place.unwrap_or(self.paths.len());
            if place == self.paths.len() {
                self.paths.push(path);
                self.fields.push(Field::new(place.to_string(), data_type, true));
            }
            let column: Arc<dyn PhysicalExpr> =
                Arc::new(PhysicalColumn::new(&place.to_string(), place));
            // What stands in its place is done.
            Ok(Transformed::new(column, true, TreeNodeRecursion::Jump))
        });
        Ok(rewritten?.data)
    }
}

/// Whether what is within two bounds is within them after this, too. Predicates take that for granted of casts,
/// but noon of one day is before the morning of the next, and a bool has no place for what is between 0 and 2.
fn keeps_order(expr: &Arc<dyn PhysicalExpr>, schema: &Schema) -> Result<bool> {
    let (from, to) = if let Some(cast) = expr.downcast_ref::<CastExpr>() {
        (cast.expr().data_type(schema)?, cast.cast_type())
    } else if let Some(cast) = expr.downcast_ref::<TryCastExpr>() {
        (cast.expr().data_type(schema)?, cast.cast_type())
    } else {
        return Ok(true);
    };
    Ok(match (&from, to) {
        (DataType::Float32, DataType::Float64) => true,
        (DataType::Date32, DataType::Timestamp(_, None) | DataType::Date64) => true,
        (DataType::Timestamp(_, own), DataType::Timestamp(_, other)) => own == other,
        (DataType::Duration(_), DataType::Duration(_)) => true,
        (from, to) => from == to || from.is_integer() && to.is_numeric(),
    })
}

/// Where a column or a field of a struct is, and what it has.
fn path(expr: &Arc<dyn PhysicalExpr>, schema: &Schema) -> Option<(Vec<usize>, DataType)> {
    if let Some(column) = expr.downcast_ref::<PhysicalColumn>() {
        let field = schema.fields().get(column.index())?;
        return Some((vec![column.index()], field.data_type().clone()));
    }
    let function = expr.downcast_ref::<ScalarFunctionExpr>()?;
    if function.fun().name() != "get_field" {
        return None;
    }
    let (from, names) = function.args().split_first()?;
    let (mut path, mut data_type) = path(from, schema)?;
    for name in names {
        let name = name.downcast_ref::<Literal>()?.value();
        let name = name.try_as_str()??;
        let DataType::Struct(fields) = &data_type else { return None };
        let (place, field) = fields.find(name)?;
        path.push(place);
        data_type = field.data_type().clone();
    }
    Some((path, data_type))
}

/// What is known of one block.
struct Known<'a> {
    paths: &'a [Vec<usize>],
    bounds: &'a Bounds,
}

impl Known<'_> {
    fn of(&self, column: &Column) -> Option<(ArrayRef, ArrayRef)> {
        let place: usize = column.name.parse().ok()?;
        self.bounds.of(self.paths.get(place)?)
    }
}

impl PruningStatistics for Known<'_> {
    fn min_values(&self, column: &Column) -> Option<ArrayRef> {
        self.of(column).map(|(least, _)| least)
    }

    fn max_values(&self, column: &Column) -> Option<ArrayRef> {
        self.of(column).map(|(_, greatest)| greatest)
    }

    fn num_containers(&self) -> usize {
        1
    }

    fn null_counts(&self, _: &Column) -> Option<ArrayRef> {
        None
    }

    fn row_counts(&self) -> Option<ArrayRef> {
        None
    }

    fn contained(&self, _: &Column, _: &HashSet<ScalarValue>) -> Option<BooleanArray> {
        None
    }
}
