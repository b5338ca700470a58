// Definitions and calls in MATLAB and Octave files as Octave's own parser sees them.
//
// octave_reader (PATHS, WITH_CALLS) prints, separated by tabs, "PATH read" for each file that Octave can read,
// "PATH LINE NAME" for each function and class (line 0: not told), and, when asked, for each name that is read
// "PATH LINE NAME COLUMN FUNCTION", with "@" behind when it is made a handle, with "=" when it is a variable and
// with "=@" when that is given a handle there; FUNCTION says where it stands: the functions around, outermost first.
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include <octave/oct.h>
#include <octave/interpreter.h>
#include <octave/parse.h>
#include <octave/pt-all.h>
#include <octave/ov-usr-fcn.h>

namespace reading
{
  using namespace octave;

  std::string path;
  bool with_calls = false;

  // What the parser holds once it has read a file.
  class file_parser : public parser
  {
  public:
    file_parser (FILE *file, interpreter& interp, const std::string& name)
      : parser (file, interp, "utf-8")
    {
      m_lexer.prep_for_file ();
      m_lexer.m_fcn_file_name = name;
      m_lexer.m_fcn_file_full_name = path;
    }

    octave_value function (void) const { return m_primary_fcn; }
  };

  // Names that a function gives values to.
  struct variables
  {
    std::set<std::string> names;
    // Those that are given handles.
    std::set<std::string> handles;
  };

  // Finds them.
  class variable_finder : public tree_walker, public variables
  {
  public:

    void target (tree_expression *expr)
    {
      if (expr->is_identifier ())
        names.insert (expr->name ());
      else if (expr->is_index_expression ())
        target (dynamic_cast<tree_index_expression *> (expr)->expression ());
    }

    static bool is_handle (tree_expression *expr)
    {
      return dynamic_cast<tree_fcn_handle *> (expr) || dynamic_cast<tree_anon_fcn_handle *> (expr);
    }

    void parameters (tree_parameter_list *list)
    {
      if (list)
        for (tree_decl_elt *elt : *list)
          names.insert (elt->name ());
    }

    void visit_simple_assignment (tree_simple_assignment& expr)
    {
      target (expr.left_hand_side ());
      if (expr.left_hand_side ()->is_identifier ()
          && is_handle (expr.right_hand_side ()))
        handles.insert (expr.left_hand_side ()->name ());
      tree_walker::visit_simple_assignment (expr);
    }

    void visit_multi_assignment (tree_multi_assignment& expr)
    {
      for (tree_expression *left : *expr.left_hand_side ())
        target (left);
      tree_walker::visit_multi_assignment (expr);
    }

    void visit_simple_for_command (tree_simple_for_command& cmd)
    {
      target (cmd.left_hand_side ());
      tree_walker::visit_simple_for_command (cmd);
    }

    void visit_decl_elt (tree_decl_elt& elt)
    {
      names.insert (elt.name ());
      tree_walker::visit_decl_elt (elt);
    }

    void visit_try_catch_command (tree_try_catch_command& cmd)
    {
      if (cmd.identifier ())
        names.insert (cmd.identifier ()->name ());
      tree_walker::visit_try_catch_command (cmd);
    }

    void visit_postfix_expression (tree_postfix_expression& expr)
    {
      std::string oper = expr.oper ();
      if (oper == "++" || oper == "--")
        target (expr.operand ());
      tree_walker::visit_postfix_expression (expr);
    }

    void visit_function_def (tree_function_def&) { }
    void visit_anon_fcn_handle (tree_anon_fcn_handle&) { }
  };

  // Prints what a function or script defines and calls.
  class reader : public tree_walker
  {
  public:
    void read (const octave_value& value)
    {
      octave_function *fcn = value.function_value (true);
      if (fcn)
        read (dynamic_cast<octave_user_code *> (fcn));
    }

    void read (octave_user_code *code)
    {
      if (! code)
        return;
      auto *fcn = dynamic_cast<octave_user_function *> (code);
      variable_finder finder;
      if (fcn)
        {
          std::printf ("%s\t%d\t%s\n", path.c_str (), fcn->beginning_line (), fcn->name ().c_str ());
          finder.parameters (fcn->parameter_list ());
          finder.parameters (fcn->return_list ());
          if (fcn->parameter_list () && fcn->parameter_list ()->takes_varargs ())
            finder.names.insert ("varargin");
          if (fcn->return_list () && fcn->return_list ()->takes_varargs ())
            finder.names.insert ("varargout");
        }
      if (code->body ())
        code->body ()->accept (finder);
      bool is_nested = fcn && fcn->is_nested_function ();
      std::vector<variables> outer = m_variables;
      if (! is_nested)
        m_variables.clear ();
      m_variables.push_back (finder);
      m_functions.push_back (code->name ());
      if (code->body ())
        code->body ()->accept (*this);
      if (fcn)
        for (const auto& entry : fcn->subfunctions ())
          read (entry.second);
      m_functions.pop_back ();
      m_variables = outer;
    }

    void visit_function_def (tree_function_def& def) { read (def.function ()); }

    void visit_classdef (tree_classdef& cls)
    {
      std::printf ("%s\t%d\t%s\n", path.c_str (), cls.line (), cls.ident ()->name ().c_str ());
      tree_walker::visit_classdef (cls);
    }

    void visit_classdef_methods_list (tree_classdef_methods_list& list)
    {
      for (const octave_value& method : list)
        if (method.is_function ())
          read (method);
    }

    void visit_identifier (tree_identifier& id) { name (id.name (), id); }

    void visit_fcn_handle (tree_fcn_handle& handle)
    {
      if (! with_calls)
        return;
      std::printf ("%s\t%d\t%s\t%d\t%s\t@\n", path.c_str (), handle.line (), handle.name ().c_str (),
                   handle.column (), where ().c_str ());
    }

    void visit_anon_fcn_handle (tree_anon_fcn_handle& handle)
    {
      variable_finder finder;
      finder.parameters (handle.parameter_list ());
      finder.names.insert ("varargin");
      m_variables.push_back (finder);
      if (handle.expression ())
        handle.expression ()->accept (*this);
      m_variables.pop_back ();
    }

    // What is assigned is no call; its indices may be.
    void visit_simple_assignment (tree_simple_assignment& expr)
    {
      target (expr.left_hand_side ());
      expr.right_hand_side ()->accept (*this);
    }

    void visit_multi_assignment (tree_multi_assignment& expr)
    {
      for (tree_expression *left : *expr.left_hand_side ())
        target (left);
      expr.right_hand_side ()->accept (*this);
    }

  private:
    std::vector<variables> m_variables;
    std::vector<std::string> m_functions;

    std::string where (void) const
    {
      std::string names;
      for (const std::string& name : m_functions)
        names += (names.empty () ? "" : ">") + name;
      return names;
    }

    void target (tree_expression *expr)
    {
      auto *index = dynamic_cast<tree_index_expression *> (expr);
      if (! index)
        return;
      for (octave::tree_argument_list *args : index->arg_lists ())
        if (args)
          args->accept (*this);
    }

    void name (const std::string& name, const tree& at)
    {
      if (! with_calls || m_functions.empty () || name == "~" || name == "end")
        return;
      const char *mark = "";
      for (const variables& known : m_variables)
        if (known.names.count (name))
          mark = known.handles.count (name) ? "\t=@" : "\t=";
      std::printf ("%s\t%d\t%s\t%d\t%s%s\n", path.c_str (), at.line (), name.c_str (), at.column (),
                   where ().c_str (), mark);
    }
  };

  void read_file (interpreter& interp)
  {
    FILE *file = std::fopen (path.c_str (), "r");
    if (! file)
      return;
    std::size_t slash = path.find_last_of ('/');
    std::string stem = path.substr (slash + 1, path.size () - slash - 3);
    file_parser source (file, interp, stem);
    bool is_read = false;
    try
      {
        is_read = source.run () == 0;
      }
    catch (const std::exception&)
      { }
    interp.recover_from_exception ();
    std::fclose (file);
    if (! is_read)
      return;
    std::printf ("%s\tread\n", path.c_str ());
    reader walker;
    if (source.classdef_object ())
      source.classdef_object ()->accept (walker);
    else
      walker.read (source.function ());
  }
}

DEFMETHOD_DLD (octave_reader, interp, args, , "octave_reader (PATHS, WITH_CALLS): see the top of the file.")
{
  string_vector paths = args(0).xstring_vector_value ("PATHS must be strings");
  reading::with_calls = args.length () > 1 && args(1).is_true ();
  for (octave_idx_type i = 0; i < paths.numel (); i++)
    {
      std::string& path = reading::path;
      path = paths(i);
      path.erase (path.find_last_not_of (' ') + 1);
      reading::read_file (interp);
      std::fflush (stdout);
    }
  return octave_value_list ();
}
